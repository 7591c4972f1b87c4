import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { buildWhatChanged } from '../build.ts'
import { type Lock, listRuntimePackages } from './runtime-packages.ts'
import { program } from './program.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Neither tests nor what only they use. */
const isForTests = /(?:^|\/)(?:testing|fixtures|test-cluster\.ts|[^/]+\.(?:test|fuzz)\.tsx?)(?:\/|$)/
/** Of packages: what no program loads. */
const isUseless = /\.(?:map|md|markdown|flow)$|\/(?:test|tests|docs|examples?)$|\.d\.[cm]?ts$/i

/**
 * Writes the product to a folder that needs neither npm nor Node: the server with the built pages, the command line, what
 * they depend on, Node itself, and the list of all that (SBOM). For the system that it is written on.
 */
export async function writePackage(folder: string, print: (line: string) => void): Promise<void> {
  await buildWhatChanged(print)
  print(`Packing ${relative(process.cwd(), folder) || folder} …`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'bin'), { recursive: true })
  const { packages: lock } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Lock
  }
  const isInstalled = (path: string) => existsSync(join(root, path))
  const { packages, workspaces } = listRuntimePackages(lock, 'apps/server', isInstalled)
  for (const path of workspaces) await copySources(path, folder)
  for (const path of packages) await copyPackage(path, folder)
  for (const built of ['apps/web/dist', 'apps/cli/dist', 'apps/server/dist']) await copy(built, folder)
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', 'deploy'])
    await copy(name, folder)
  await copyDocuments(folder)
  await writePrograms(folder)
  await writeSbom(folder, [...packages, ...workspaces], lock)
}

const copy = (path: string, folder: string) => cp(join(root, path), join(folder, path), { recursive: true })

/** What docs/operate links to, for whoever reads it without internet access; pictures are in the README of a checkout. */
async function copyDocuments(folder: string): Promise<void> {
  for (const path of ['docs', 'apps/web/src/pages/docs/guide']) {
    const filter = (source: string) => !source.endsWith('/docs/screens')
    await cp(join(root, path), join(folder, path), { recursive: true, filter })
  }
}

/** With a link to it in node_modules, as workspaces are found. */
async function copySources(path: string, folder: string): Promise<void> {
  const filter = (source: string) => !isForTests.test(relative(root, source))
  await cp(join(root, path, 'src'), join(folder, path, 'src'), { recursive: true, filter })
  await copy(`${path}/package.json`, folder)
  const link = join(folder, 'node_modules/@assay', basename(path))
  await mkdir(dirname(link), { recursive: true })
  await symlink(relative(dirname(link), join(folder, path)), link)
}

/** Without the packages in it, which are listed themselves. */
async function copyPackage(path: string, folder: string): Promise<void> {
  const from = join(root, path)
  const filter = (source: string) => {
    const inside = relative(from, source)
    return !/^node_modules(?:\/|$)/.test(inside) && !isUseless.test(`/${inside}`)
  }
  await cp(from, join(folder, path), { recursive: true, filter, verbatimSymlinks: true })
}

async function writePrograms(folder: string): Promise<void> {
  const programs = {
    'assay-server': program('--max-semi-space-size=16 "$here/../apps/server/dist/main.js"'),
    assay: program('"$here/../apps/cli/dist/assay.cjs"'),
  }
  for (const [name, text] of Object.entries(programs))
    await writeFile(join(folder, 'bin', name), text, { mode: 0o755 })
  await cp(process.execPath, join(folder, 'bin/node'))
  await chmod(join(folder, 'bin/node'), 0o755)
}

/** By the product itself, from the part of the lockfile that was packed. */
async function writeSbom(folder: string, paths: readonly string[], lock: Lock): Promise<void> {
  const node = `node_modules/node-${process.platform}-${process.arch}`
  const packed = new Set([...paths, node])
  const packages = Object.fromEntries(
    Object.entries(lock).filter(([path, { link, resolved = '' }]) => packed.has(link ? resolved : path)),
  )
  const path = join(folder, 'package-lock.json')
  await writeFile(path, JSON.stringify({ name: 'assay', lockfileVersion: 3, packages }, null, 2))
  const words = [
    'scan',
    '--offline',
    '--quiet',
    '--format',
    'cyclonedx',
    '--output',
    join(folder, 'sbom.cdx.json'),
  ]
  const minimums = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
  const cli = join(root, 'apps/cli/src/main.js')
  await run(process.execPath, [cli, ...words, ...minimums, path], { cwd: root }).catch(
    (error: { code?: unknown }) => {
      // 8: something of it was not read, which the list itself says.
      if (error.code !== 8) throw error
    },
  )
}
