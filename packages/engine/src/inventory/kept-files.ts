import type { Issue } from '../inventory.ts'
import { archiveCatalogers, catalogers, folderCatalogers } from './catalogers.ts'
import type { FoundPackage, KeptFile, Surroundings } from './model/cataloger.ts'
import { listsFiles } from './ownership/owned-files.ts'
import { canBeRecognized, headBytes, isRecognized } from './read-content.ts'
import { osReleasePaths, type System, systemOf, unknownSystem } from './systems/os-release.ts'
import { issueOfFault } from './trees/archive-fault.ts'
import type { Budget } from './trees/budget.ts'
import type { ByteSource } from './trees/byte-source.ts'
import { tooLarge } from './trees/tar-file.ts'
import { joinPath, resolvePath, type Tree, type TreeEntry } from './trees/tree.ts'

/** The files of a tree that catalogers read, in memory. */
export interface KeptFiles {
  files: Map<string, KeptFile & { layer?: number }>
  /** Those that are recognized by their content. */
  programs: KeptProgram[]
  /** Packages that are folders. */
  folders: FoundPackage[]
  issues: Issue[]
}

/** A program, which is read in parts. */
interface KeptProgram {
  path: string
  source: ByteSource
  layer?: number
}

/** Folders of a running system that contain no files. */
const runningSystem = new Set(['proc', 'sys', 'dev'])

const systemFile = /^(?:.*\/)?(?:etc|usr\/lib)\/os-release$/s

/** Whether the content of a file is needed, by its path. */
export const isWanted = (path: string): boolean =>
  systemFile.test(path) ||
  listsFiles(path) ||
  catalogers.some((each) => each.claims(path) || each.needs?.(path)) ||
  archiveCatalogers.some((each) => each.claims(path))

/** Walks a tree and keeps what catalogers claim or need. Never throws. */
export async function keepFiles(tree: Tree, budget: Budget): Promise<KeptFiles> {
  const kept: KeptFiles = { files: new Map(), programs: [], folders: [], issues: [] }
  const pending = ['']
  try {
    while (pending.length > 0) {
      const folder = pending.pop()!
      const entries = await tree.list(folder)
      if (entries === null) kept.issues.push(unreadable(folder))
      for (const entry of entries ?? []) {
        const path = joinPath(folder, entry.name)
        const isSkipped = folder === '' && runningSystem.has(entry.name)
        if (entry.kind === 'folder' && !isSkipped) {
          pending.push(path)
          kept.folders.push(...packagesOfFolder(path, entry))
        } else if (isWanted(path)) await keep(path, entry, { tree, budget, kept })
        else if (entry.kind === 'file' && (await isProgram(path, entry, tree)))
          kept.programs.push({ path, source: sourceOf(tree, path, entry.size), ...layerOf(entry) })
      }
    }
  } catch (error) {
    kept.issues.push(issueOfFault(error, pending.at(-1) ?? ''))
  }
  // The order of folders on a disk is arbitrary.
  const sorted = [...kept.files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const programs = kept.programs.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return { ...kept, files: new Map(sorted), programs }
}

const packagesOfFolder = (path: string, entry: TreeEntry): FoundPackage[] =>
  folderCatalogers.flatMap((each) => {
    const found = each.read(path)
    return found ? [{ ...found, places: [{ path, ...layerOf(entry) }] }] : []
  })

const layerOf = ({ layer }: TreeEntry): { layer?: number } => (layer === undefined ? {} : { layer })

async function isProgram(path: string, entry: TreeEntry, tree: Tree): Promise<boolean> {
  if (entry.isProgram !== undefined) return entry.isProgram
  const { size, isExecutable = false } = entry
  if (!canBeRecognized(path, { size, isExecutable })) return false
  const head = await tree.read(path, { start: 0, end: Math.min(size, headBytes) })
  return head !== null && isRecognized(head)
}

/** A file of a tree, in ranges. What was not kept of it is read as its end. */
const sourceOf = (tree: Tree, path: string, size: number): ByteSource => ({
  size,
  read: async (start, end) => (await tree.read(path, { start, end })) ?? new Uint8Array(),
})

const unreadable = (folder: string): Issue => ({
  code: 'folder-unreadable',
  message: 'The folder cannot be read.',
  where: folder || '.',
  isUnread: true,
})

interface Keeping {
  tree: Tree
  budget: Budget
  kept: KeptFiles
}

/** A link to a file is kept under its own path: etc/os-release leads to usr/lib/os-release. */
async function keep(path: string, entry: TreeEntry, { tree, budget, kept }: Keeping): Promise<void> {
  if (entry.kind !== 'file' && entry.kind !== 'link') return
  const real = entry.kind === 'link' ? await resolvePath(tree, path) : path
  if (real === null) return
  if (entry.kind === 'file' && !budget.keep(entry.size)) {
    kept.issues.push(tooLarge(path))
    return
  }
  const bytes = await tree.read(real)
  if (bytes !== null) kept.files.set(path, { path, bytes, ...layerOf(entry) })
  else if (entry.kind === 'file') kept.issues.push(unread(path))
}

const unread = (where: string): Issue => ({
  code: 'file-unread',
  message: 'The file cannot be read.',
  where,
  isUnread: true,
})

/** What catalogers may ask about kept files. */
export function surroundingsOf(files: ReadonlyMap<string, KeptFile>): Surroundings {
  const systems = new Map<string, System>()
  const systemAt = (folder: string): System => {
    const known = systems.get(folder)
    if (known) return known
    const file = osReleasePaths
      .map((path) => files.get(joinPath(folder, path)))
      .find((each) => each !== undefined)
    const system = file ? systemOf(new TextDecoder().decode(file.bytes)) : unknownSystem
    systems.set(folder, system)
    return system
  }
  return { find: (path) => files.get(path) ?? null, paths: () => files.keys(), systemAt }
}
