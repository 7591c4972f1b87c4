import type { Issue, SourceTree } from '../inventory.ts'
import { type DependencyFile, dependencyFileOf, workspaceSigns } from './dependency-files.ts'
import { quote } from './parsers/json-value.ts'
import { manifestReaders } from './manifest-readers.ts'

/** Larger files are not searched for dependencies and count as listing some. */
const maxManifestBytes = 1_000_000

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const textOf = (bytes: Uint8Array | null): string => (bytes ? new TextDecoder().decode(bytes) : '')

/** Ancestor folders, from the one above a folder to the root. */
function foldersAbove(folder: string): string[] {
  const folders: string[] = []
  while (folder !== '') folders.push((folder = folderOf(folder)))
  return folders
}

/**
 * Known dependency files for which no other file stands, and the files that tell whether a folder above is a workspace.
 * read returns a file; null if it is missing.
 */
export function findUnlocked(
  paths: readonly string[],
  read: (path: string) => Uint8Array | null,
): { files: string[]; signs: string[] } {
  const namesByFolder = Map.groupBy(paths, folderOf)
  const all = new Set(paths)
  const isThere = (path: string) =>
    path.endsWith('/') ? namesByFolder.has(path.slice(0, -1)) : all.has(path)
  const workspaces = new Map<string, boolean>()
  const signs = new Set<string>()
  const isWorkspace = (folder: string): boolean => {
    const known = workspaces.get(folder)
    if (known !== undefined) return known
    let hasSign: boolean | null = null
    for (const { name, sign } of workspaceSigns) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (!namesByFolder.get(folder)?.includes(path)) continue
      signs.add(path)
      hasSign = hasSign === true || sign.test(textOf(read(path)))
    }
    workspaces.set(folder, hasSign ?? true)
    return hasSign ?? true
  }
  const files: string[] = []
  for (const path of paths) {
    const known = dependencyFileOf(path)
    if (known === null) continue
    const stands = (folder: string) =>
      namesByFolder.get(folder)?.some((each) => each !== path && known.standIns.test(nameOf(each))) ===
        true ||
      (known.restored !== undefined &&
        isThere(folder === '' ? known.restored : `${folder}/${known.restored}`))
    const own = folderOf(path)
    let isCovered = stands(own)
    for (const folder of isCovered ? [] : foldersAbove(own))
      isCovered ||= stands(folder) && isWorkspace(folder)
    if (!isCovered) files.push(path)
  }
  return { files, signs: [...signs] }
}

/** Whether a file helps to tell what was not checked, though it is no inventory. */
export const isDependencyFile = (path: string): boolean =>
  dependencyFileOf(path) !== null || isWorkspaceSign(path)

export const isWorkspaceSign = (path: string): boolean =>
  workspaceSigns.some(({ name }) => name === nameOf(path))

/** Paths of the known files for which no other file stands. */
export const unlockedIn = (paths: readonly string[], tree: SourceTree): string[] =>
  findUnlocked(paths, (path) => tree.find(path)?.bytes ?? null).files

interface Resolved {
  resolved?: ReadonlySet<string>
  /** Why others were not, as sentences. */
  unresolved?: ReadonlyMap<string, string>
}

/** An issue per known file that lists dependencies and for which no other file stands, nor what was resolved of it. */
export function reportUnlocked(
  paths: readonly string[],
  tree: SourceTree,
  { resolved = new Set(), unresolved = new Map() }: Resolved = {},
): Issue[] {
  return unlockedIn(paths, tree).flatMap((path): Issue[] => {
    const known = dependencyFileOf(path)
    const base = path.slice(0, path.lastIndexOf('/') + 1)
    const isUsedByResolved = [...resolved].some(
      (each) => each.startsWith(base) && known?.usedBy?.test(each) === true,
    )
    if (resolved.has(path) || isUsedByResolved) return []
    const bytes = tree.find(path)?.bytes
    if (known === null || bytes === undefined) return []
    const served =
      known.serves === undefined || bytes.length > maxManifestBytes
        ? 'production'
        : known.serves(textOf(bytes))
    if (served === null) return []
    const message = [
      `${quote(nameOf(path))} ${stateOf(known, path)}, ${known.remedy}.`,
      ...(unresolved.has(path) ? [unresolved.get(path)!] : []),
    ].join(' ')
    const isDevelopment = served === 'development'
    return [
      {
        code: known.reason,
        message,
        where: path,
        gap: known.reason,
        ...(isDevelopment && { isDevelopment }),
      },
    ]
  })
}

/** A manifest that is read lists no more than what it asks for itself. */
function stateOf({ reason }: DependencyFile, path: string): string {
  if (reason === 'file-unsupported')
    return 'is of a format that is not read, so its packages were not checked. To check them'
  const isRead = manifestReaders.some((reader) => reader.matchesPath(nameOf(path), folderOf(path)))
  return isRead
    ? 'has no lockfile: of its packages only those that it pins to a version were checked. To check all'
    : 'has no lockfile, so its packages were not checked. To check them'
}
