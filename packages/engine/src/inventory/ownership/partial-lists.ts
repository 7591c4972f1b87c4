import { walkRules } from '../../documents/find-documents.ts'
import { findUnlocked, isDependencyFile, reportUnlocked } from '../../documents/find-unlocked.ts'
import { isLockfile } from '../../documents/readers.ts'
import { isFolderList } from '../../documents/folder-lists.ts'
import type { Issue } from '../../inventory.ts'
import type { KeptFile, Surroundings } from '../model/cataloger.ts'
import { folderOf, nameOf } from '../trees/tree.ts'

/** Folders with the sources of installed packages, whose manifests are not the project's. */
const packageSources = /(?:^|\/)(?:gems\/[^/]+-\d[^/]*|registry\/src|pkg\/mod)\//s

/** Whether a path is below a folder of vendored or generated files, and not a list of what is in it. */
export function isVendored(path: string): boolean {
  const folders = path.split('/').slice(0, isFolderList(path) ? -2 : undefined)
  return packageSources.test(path) || folders.some((part) => walkRules.ignoredFolders.has(part))
}

/** What a package manager installs for a manifest: below its folder or one above, or anywhere in the system. */
const installations: readonly { manifest: RegExp; evidence: RegExp; isBelow: boolean }[] = [
  {
    manifest: /^package\.json$/,
    evidence: /^node_modules\/(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/,
    isBelow: true,
  },
  { manifest: /^composer\.json$/, evidence: /^vendor\/composer\/installed\.json$/, isBelow: true },
  {
    // Pip and what it needs are part of any installation of Python.
    manifest: /^(?:pyproject\.toml|Pipfile|.+\.(?:txt|in))$/,
    evidence: /(?:^|\/)(?!(?:pip|setuptools|wheel)-)[^/]+\.dist-info\/METADATA$/,
    isBelow: false,
  },
  {
    manifest: /^(?:Gemfile|gems\.rb)$/,
    evidence: /(?:^|\/)specifications\/(?!default\/)[^/]+\.gemspec$/,
    isBelow: false,
  },
]

const unlockedIn = new WeakMap<Surroundings, ReadonlySet<string>>()

/** Whether a manifest lists what no lockfile does, and nothing that is installed. */
export function isUnlocked(path: string, surroundings: Surroundings): boolean {
  const known = unlockedIn.get(surroundings)
  if (known) return known.has(path)
  const { find } = surroundings
  const paths = [...surroundings.paths()]
  const listing = paths.filter(isListing)
  const { files } = findUnlocked(listing, (each) => find(each)?.bytes ?? null)
  const unlocked = new Set(files.filter((each) => !isInstalled(each, paths)))
  unlockedIn.set(surroundings, unlocked)
  return unlocked.has(path)
}

/** Whether a file of the tree counts as in a folder. */
const isListing = (path: string) => !isVendored(path) && (isLockfile(path) || isDependencyFile(path))

/** What lists of packages in a tree leave out, unless the packages are installed and so listed by themselves. */
export function reportPartial(
  { files, issues }: { files: ReadonlyMap<string, KeptFile>; issues: readonly Issue[] },
  owned: ReadonlySet<string>,
): Issue[] {
  const own = [...files.keys()].filter((path) => !owned.has(path))
  const listing = own.filter(isListing)
  const unlocked = reportUnlocked(listing, {
    find: (path) => files.get(path) ?? null,
    paths: () => listing,
  })
  return [...issues, ...unlocked].filter(
    ({ gap, where }) =>
      !owned.has(where.split('#', 1)[0]!) && (gap === undefined || !isInstalled(where, own)),
  )
}

/** Whether a package manager has installed what a manifest asks for. */
export function isInstalled(path: string, files: readonly string[]): boolean {
  const known = installations.find(({ manifest }) => manifest.test(nameOf(path)))
  if (known === undefined) return false
  const folder = folderOf(path)
  return files.some((file) => {
    if (!known.isBelow) return known.evidence.test(file)
    const at = file.search(/(?:^|\/)(?:node_modules|vendor)\//)
    const parent = at < 0 ? null : file.slice(0, at)
    const isAbove = parent === '' || folder === parent || folder.startsWith(`${parent}/`)
    return parent !== null && isAbove && known.evidence.test(file.slice(at).replace(/^\//, ''))
  })
}
