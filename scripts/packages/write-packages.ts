import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { writeBundle } from '../../apps/cli/src/bundle/write-bundle.ts'
import { writeDeclarations } from './write-declarations.ts'

const root = join(import.meta.dirname, '../..')
const { version, license } = readManifest('package.json')
const { dependencies } = readManifest('packages/sdk/package.json')
const shared = { version, license, type: 'module', engines: { node: '>=20' } }

/** What is imported as '@assay/sdk'; every other module of the client has a path of its own. */
const main = 'client'

/** Writes the package of the client into the folder: its modules as JavaScript for Node 20 and browsers, and their types. */
export async function writeSdk(folder: string): Promise<void> {
  const modules = globSync('packages/sdk/src/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted()
  const names = modules.map((path) => basename(path, '.ts'))
  prepare(folder, 'packages/sdk/README.md')
  const build = await rolldown({
    input: Object.fromEntries(names.map((name, index) => [name, join(root, modules[index]!)])),
    external: ['zod'],
    platform: 'neutral',
    transform: { target: 'es2022' },
  })
  await build.write({ dir: join(folder, 'dist'), format: 'es', chunkFileNames: 'shared/[name]-[hash].js' })
  await build.close()
  writeDeclarations(modules, join(folder, 'types'))
  const entryOf = (name: string) => ({
    types: `./types/packages/sdk/src/${name}.d.ts`,
    default: `./dist/${name}.js`,
  })
  writeManifest(folder, {
    name: '@assay/sdk',
    description: "The typed client of Assay's API.",
    ...shared,
    sideEffects: false,
    exports: {
      '.': entryOf(main),
      ...Object.fromEntries(names.map((name) => [`./${name}`, entryOf(name)])),
    },
    dependencies: { zod: `^${String((dependencies as Record<string, string>)['zod'])}` },
  })
}

/** Writes the package of the command line into the folder: the one file that a server offers, too. */
export async function writeCli(folder: string): Promise<void> {
  prepare(folder, 'apps/cli/README.md')
  await writeBundle(folder)
  rmSync(join(folder, 'cli.json'))
  writeManifest(folder, {
    name: '@assay/cli',
    description: 'Scans projects and images for vulnerable, unstable and badly licensed components.',
    ...shared,
    bin: { assay: 'assay.cjs' },
  })
}

function prepare(folder: string, readme: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, readme), join(folder, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

function readManifest(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>
}

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
