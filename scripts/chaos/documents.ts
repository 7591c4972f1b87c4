import type { Random } from '../random.ts'

/** Packages in the starter set of advisories, so that findings are introduced and end. */
const vulnerable = [
  'lodash',
  'minimist',
  'axios',
  'express',
  'moment',
  'ws',
  'semver',
  'tar',
  'qs',
  'jsonwebtoken',
]
const sizes = [1, 3, 12, 60, 200, 800]

interface Package {
  name: string
  version: string
}

/** A random file for uploads: one of several formats, with some components. */
export function drawDocument(random: Random): { filename: string; bytes: Uint8Array } {
  const packages = drawPackages(random)
  const { filename, write } = random.pick(kinds)
  return { filename, bytes: new TextEncoder().encode(write(packages)) }
}

/** Random lines for the builds API. */
export const drawLines = (random: Random): string =>
  drawPackages(random)
    .map(({ name, version }) => `${name},${version}`)
    .join('\n')

function drawPackages(random: Random): Package[] {
  const packages = new Map<string, Package>()
  for (let count = random.pick(sizes); count > 0; count--) {
    const name = random.oneIn(3) ? random.pick(vulnerable) : `package-${random.below(2_000)}`
    packages.set(name, { name, version: `${random.below(5)}.${random.below(20)}.${random.below(20)}` })
  }
  return [...packages.values()]
}

const kinds = [
  {
    filename: 'bom.json',
    write: (packages: Package[]) =>
      JSON.stringify({
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        version: 1,
        components: packages.map(({ name, version }) => ({
          type: 'library',
          name,
          version,
          purl: `pkg:npm/${name}@${version}`,
        })),
      }),
  },
  {
    filename: 'package-lock.json',
    write: (packages: Package[]) =>
      JSON.stringify({
        name: 'chaos',
        lockfileVersion: 3,
        packages: {
          '': { name: 'chaos', dependencies: Object.fromEntries(packages.map(({ name }) => [name, '*'])) },
          ...Object.fromEntries(packages.map(({ name, version }) => [`node_modules/${name}`, { version }])),
        },
      }),
  },
  {
    filename: 'requirements.txt',
    write: (packages: Package[]) =>
      `${packages.map(({ name, version }) => `${name}==${version}`).join('\n')}\n`,
  },
]
