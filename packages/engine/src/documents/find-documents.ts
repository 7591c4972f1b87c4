import type { Issue } from '../inventory.ts'
import { maxRepositoryFileBytes, tooLarge } from '../policies/repository-exclusions.ts'
import { isRepositoryPolicy } from '../policies/repository-rules.ts'
import { maxDocumentBytes } from './parsers/limits.ts'
import { type FolderLink, followLinks } from './folder-links.ts'
import { folderLists } from './folder-lists.ts'
import type { FolderTree } from './folder-tree.ts'
import { findIncluded } from './find-included.ts'
import { scriptsIn } from './find-scripts.ts'
import { findUnlocked, isWorkspaceSign } from './find-unlocked.ts'
import { installedFolders, isPackageRecord } from './installed-packages.ts'
import { claimedReader, isCompanion, manifestReader } from './readers.ts'

/** Limits of a folder search. */
export interface WalkRules {
  /** Names of folders skipped at any level. */
  ignoredFolders: ReadonlySet<string>
  /** Maximum depth of folders below the root. */
  maxDepth: number
  /** Maximum number of files and folders. */
  maxEntries: number
  maxDocuments: number
  /** Maximum total size of documents. */
  maxBytes: number
}

/**
 * Vendored or generated folders, whose packages are in lockfiles. 'target' and 'build' are not skipped, because Maven
 * and Gradle write CycloneDX files there.
 */
export const walkRules: WalkRules = {
  ignoredFolders: new Set([
    '.git',
    '.hg',
    '.svn',
    '.idea',
    '.vscode',
    '.cache',
    '.terraform',
    '.next',
    '.nuxt',
    'node_modules',
    'bower_components',
    'jspm_packages',
    '.yarn',
    '.pnpm-store',
    'vendor',
    'Pods',
    'Carthage',
    '.build',
    '.swiftpm',
    '.dart_tool',
    '.gradle',
    '.m2',
    '.cargo',
    '.venv',
    'venv',
    'site-packages',
    '__pycache__',
    '.tox',
    '.nox',
    '.stack-work',
    'dist-newstyle',
  ]),
  maxDepth: 12,
  maxEntries: 200_000,
  maxDocuments: 500,
  maxBytes: maxDocumentBytes,
}

export interface FoundDocuments {
  /** Paths of inventories, shallowest folders first. */
  documents: string[]
  /** Paths of companion and included files, which readers use but which are not inventories. */
  companions: string[]
  /** Exceeded limits and unreadable files or folders. */
  issues: Issue[]
}

/** Finds the readable files of a folder, level by level, without reading their contents. */
export async function findDocuments(tree: FolderTree, rules: WalkRules = walkRules): Promise<FoundDocuments> {
  const walk: Walk = {
    tree,
    rules,
    found: { documents: [], companions: [], issues: [] },
    links: [],
    images: [],
    scripts: [],
    entries: 0,
    bytes: 0,
  }
  const candidates: string[] = []
  let level = ['']
  for (let depth = 0; level.length > 0; depth++) {
    const inner = await readLevel(level, candidates, walk)
    if (depth === rules.maxDepth && inner.length > 0) {
      walk.found.issues.push({
        code: 'walk-too-deep',
        message: `Folders more than ${rules.maxDepth} levels down were not looked at.`,
        where: inner[0]!,
      })
      break
    }
    level = inner
  }
  const links = followLinks(walk.links, walk.found.documents)
  walk.found.issues.push(...links.unread)
  const known = [...candidates]
  candidates.push(...links.companions)
  for (const path of links.documents) if (!(await take(path, walk))) break
  const issues = walk.found.issues.map((issue): Issue => ({ ...issue, isUnread: true }))
  issues.push(...links.warnings)
  // A missing companion file does not count as unread.
  walk.found.issues = []
  const companions = await takeCompanions(candidates, walk)
  const unlocked = await findUnlockedFiles(known, walk)
  await addCompanions([...unlocked.files, ...unlocked.signs], companions, walk)
  const taken = new Set(companions)
  const manifests = new Set(unlocked.files.filter((path) => taken.has(path) && manifestReader(path) !== null))
  walk.found.documents.push(...manifests)
  for (const path of walk.scripts)
    if (walk.found.documents.length < rules.maxDocuments && (await hasRoom(path, walk)))
      walk.found.documents.push(path)
  for (const path of walk.images.slice(0, maxImageFiles))
    if (await hasRoom(path, walk)) walk.found.documents.push(path)
  await addCompanions(await findIncluded(tree, walk.found.documents), companions, walk)
  return {
    ...walk.found,
    issues: [...issues, ...walk.found.issues],
    companions: companions.filter((path) => !manifests.has(path)),
  }
}

/** They tell nothing about packages, and must not take the place of files that do. */
const maxImageFiles = 100

/** Adds files that are not among the companions yet, as far as limits allow. */
async function addCompanions(paths: readonly string[], companions: string[], walk: Walk): Promise<void> {
  for (const path of paths) {
    const isNew = companions.length < walk.rules.maxDocuments && !companions.includes(path)
    if (isNew && (await hasRoom(path, walk))) companions.push(path)
  }
}

/** Known dependency files for which no document stands, with those that tell whether a folder is a workspace. */
async function findUnlockedFiles(
  candidates: readonly string[],
  { tree, found }: Walk,
): Promise<{ files: string[]; signs: string[] }> {
  const locked = new Set(found.documents.map(folderOf))
  const signs = new Map<string, Uint8Array | null>()
  for (const path of candidates)
    if (isWorkspaceSign(path) && locked.has(folderOf(path))) signs.set(path, await tree.read(path))
  return findUnlocked([...found.documents, ...candidates], (path) => signs.get(path) ?? null)
}

interface Walk {
  tree: FolderTree
  rules: WalkRules
  found: FoundDocuments
  links: FolderLink[]
  /** Paths of files that name images. */
  images: string[]
  /** Scripts that say what they need. */
  scripts: string[]
  entries: number
  bytes: number
}

/** Returns the subfolders. */
async function readLevel(folders: readonly string[], candidates: string[], walk: Walk): Promise<string[]> {
  const { tree, rules } = walk
  const inner: string[] = []
  for (const folder of folders) {
    const entries = await tree.list(folder)
    if (entries === null)
      walk.found.issues.push({
        code: 'folder-unreadable',
        message: 'The folder cannot be read.',
        where: folder || '.',
      })
    const installed = await installedFolders(tree, folder, entries ?? [])
    for (const { name, kind, target } of [...(entries ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (walk.entries++ >= rules.maxEntries) {
        const message = `Only the first ${rules.maxEntries} files and folders were looked at.`
        walk.found.issues.push({ code: 'walk-too-large', message, where: folder || '.' })
        return []
      }
      const path = folder === '' ? name : `${folder}/${name}`
      if (rules.ignoredFolders.has(name) || isPackageRecord(name) || installed.has(name)) {
        const list = kind === 'folder' && target === undefined ? await listIn(path, name, tree) : null
        if (list !== null && !(await take(list, walk))) return []
        continue
      }
      if (target !== undefined) {
        walk.links.push({ path, kind, target })
        continue
      }
      if (kind === 'folder') inner.push(path)
      if (kind === 'file' && isCompanion(path)) candidates.push(path)
      const reader = kind === 'file' ? claimedReader(path) : null
      if (reader?.namesImages) walk.images.push(path)
      else if (reader !== null && !(await take(path, walk))) return []
    }
    walk.scripts.push(...scriptsIn(folder, entries ?? [], tree))
  }
  return inner
}

/** The path of the list of what is in an ignored folder; null if it has none. */
async function listIn(path: string, folder: string, tree: FolderTree): Promise<string | null> {
  const name = folderLists.get(folder)
  const entries = name === undefined ? null : await tree.list(path)
  const isThere = entries?.some((each) => each.name === name && each.kind === 'file' && !('target' in each))
  return isThere ? `${path}/${name}` : null
}

/** Adds a file; false if a limit is reached. */
async function take(path: string, walk: Walk): Promise<boolean> {
  const { rules, found } = walk
  if (found.documents.length >= rules.maxDocuments) {
    const message = `Only the first ${rules.maxDocuments} documents were taken.`
    found.issues.push({ code: 'documents-too-many', message, where: path })
    return false
  }
  if (await hasRoom(path, walk)) found.documents.push(path)
  else
    found.issues.push({
      code: 'document-too-large',
      message: 'With this file the documents are too large together; it was left out.',
      where: path,
    })
  return true
}

async function hasRoom(path: string, walk: Walk): Promise<boolean> {
  const size = await walk.tree.sizeOf(path)
  if (walk.bytes + size > walk.rules.maxBytes) return false
  walk.bytes += size
  return true
}

/** Companion files at or below a document that needs them; exclusion files next to a document or in the root. */
async function takeCompanions(candidates: readonly string[], walk: Walk): Promise<string[]> {
  const folders = new Map<string, Set<string>>()
  const documentFolders = new Set(['', ...walk.found.documents.map(folderOf)])
  for (const path of walk.found.documents) {
    for (const name of claimedReader(path)?.companions ?? [])
      folders.set(name, (folders.get(name) ?? new Set()).add(folderOf(path)))
  }
  const taken: string[] = []
  for (const path of candidates) {
    const wanted = folders.get(path.split('/').at(-1)!)
    const isWanted = isRepositoryPolicy(path)
      ? documentFolders.has(folderOf(path))
      : wanted !== undefined && foldersAbove(path).some((folder) => wanted.has(folder))
    if (isWanted && isRepositoryPolicy(path) && (await walk.tree.sizeOf(path)) > maxRepositoryFileBytes)
      walk.found.issues.push(tooLarge(path))
    else if (isWanted && taken.length < walk.rules.maxDocuments && (await hasRoom(path, walk)))
      taken.push(path)
  }
  return taken
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Ancestor folders, from the file's own to the root. */
function foldersAbove(path: string): string[] {
  const folders = [folderOf(path)]
  while (folders.at(-1) !== '') folders.push(folderOf(folders.at(-1)!))
  return folders
}
