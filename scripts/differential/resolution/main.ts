import { resolveManifests } from '@assay/engine/resolution/resolve-manifests.ts'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { openFacts } from '../../../apps/cli/src/resolve/registry-facts.ts'
import { type PackageManager, packageManagers } from './package-managers.ts'

const projectsFolder = join(import.meta.dirname, 'projects')
const minShare = 0.95

/** Packages with versions, by manifest. */
export type PackagesByManifest = Map<string, Set<string>>

/**
 * Resolves each project of projects/<package manager>/ by the facts of the registry and by the package manager itself.
 * Returns the number of projects in which fewer than 95 % of the packages are the same.
 */
export async function compareResolutions(names: readonly string[]): Promise<number> {
  let failed = 0
  for (const manager of packageManagers) {
    const folder = join(projectsFolder, manager.name)
    const projects = readdirSync(folder).filter((each) => names.length === 0 || names.includes(each))
    console.log(`\n| ${manager.title} | packages | same | only ${manager.title} | only Assay | seconds |`)
    console.log('|---|---|---|---|---|---|')
    for (const name of projects) if (!(await compare(manager, join(folder, name), name))) failed++
  }
  return failed
}

async function compare(manager: PackageManager, source: string, name: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-resolution-'))
  try {
    cpSync(source, folder, { recursive: true })
    const started = performance.now()
    const ours = await resolveHere(folder)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const theirs = manager.list(folder)
    const all = [...theirs].flatMap(([path, packages]) => [...packages].map((each) => `${path} ${each}`))
    const own = [...ours].flatMap(([path, packages]) => [...packages].map((each) => `${path} ${each}`))
    const [missing, added] = [
      all.filter((each) => !own.includes(each)),
      own.filter((each) => !all.includes(each)),
    ]
    const same = all.length - missing.length
    console.log(`| ${name} | ${all.length} | ${same} | ${missing.length} | ${added.length} | ${seconds} |`)
    for (const each of missing) console.error(`  ${name}: only ${manager.title}: ${each}`)
    for (const each of added) console.error(`  ${name}: only Assay: ${each}`)
    return all.length > 0 && same / all.length >= minShare && added.length / all.length <= 1 - minShare
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function resolveHere(folder: string): Promise<PackagesByManifest> {
  const documents = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: relative(folder, path),
      bytes: new Uint8Array(readFileSync(path)),
    }))
  const facts = openFacts({
    environment: process.env,
    folder: join(homedir(), '.cache', 'assay', 'registries'),
    isOnline: true,
  })
  const resolutions = await resolveManifests(documents, facts)
  return new Map(
    resolutions.map(({ manifest, packages }) => [
      manifest,
      new Set(packages.map((each) => `${each.name} ${each.version} ${each.scope}`)),
    ]),
  )
}
