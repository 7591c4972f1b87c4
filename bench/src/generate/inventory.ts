import { type Random, randomOf } from '../../../scripts/random.ts'

const licenses = [
  'MIT',
  'MIT',
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-3-Clause',
  'MIT OR Apache-2.0',
  'GPL-3.0-only',
]

/** A CycloneDX 1.6 document of npm packages with a dependency graph, hashes and licenses, like those of generators. */
export function inventoryOf(count: number, { seed = 1, first = 'lodash@4.17.4' } = {}): Uint8Array {
  const random = randomOf(seed)
  const components = Array.from({ length: count }, (_, at) => componentAt(at, { random, seed, first }))
  const refs = components.map((component) => component['bom-ref'])
  const dependencies = refs.map((ref, at) => ({ ref, dependsOn: laterOf(refs, { at, random }) }))
  return new TextEncoder().encode(
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': 'root', name: 'root' } },
      components,
      dependencies: [{ ref: 'root', dependsOn: refs.slice(0, Math.ceil(count / 20)) }, ...dependencies],
    }),
  )
}

function componentAt(at: number, { random, seed, first }: { random: Random; seed: number; first: string }) {
  const version = `${random.below(5)}.${random.below(20)}.${random.below(30)}`
  const [name, exact] = at === 0 ? (first.split('@') as [string, string]) : [`package-${seed}-${at}`, version]
  const purl = `pkg:npm/${name}@${exact}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: exact,
    purl,
    scope: 'required',
    licenses: [{ expression: random.pick(licenses) }],
    hashes: [
      {
        alg: 'SHA-512',
        content: random
          .below(2 ** 31)
          .toString(16)
          .padStart(128, '0'),
      },
    ],
    externalReferences: [{ type: 'vcs', url: `https://example.org/${name}` }],
  }
}

/** Up to four later packages, so that there are no cycles. */
const laterOf = (refs: string[], { at, random }: { at: number; random: Random }) => [
  ...new Set(
    Array.from({ length: random.below(5) }, () => refs[at + 1 + random.below(200)]).filter(
      (ref) => ref !== undefined,
    ),
  ),
]
