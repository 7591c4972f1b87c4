import type { Issue } from '../inventory.ts'
import { claimedReader, isCompanion } from './readers.ts'

/** A symbolic link in a folder tree. */
export interface FolderLink {
  path: string
  /** Type of the link's target. */
  kind: 'file' | 'folder' | 'other'
  /** The path of its target in the tree; null if it is outside or missing. */
  target: string | null
}

export interface FollowedLinks {
  documents: string[]
  companions: string[]
  /** Links that hide a document. */
  unread: Issue[]
  /** Links that may hide a document. */
  warnings: Issue[]
}

/**
 * Links to files of the tree are followed, unless the walk found the target itself. Links to folders are not: those in
 * the tree are searched at their own path.
 */
export function followLinks(links: readonly FolderLink[], documents: readonly string[]): FollowedLinks {
  const followed: FollowedLinks = { documents: [], companions: [], unread: [], warnings: [] }
  const known = new Set(documents)
  for (const { path, kind, target } of links) {
    const isDocument = claimedReader(path) !== null
    if (target === null && kind === 'folder') followed.warnings.push(notFollowed(path, 'searched'))
    if (target === null && kind !== 'folder' && isDocument) followed.unread.push(notFollowed(path, 'read'))
    if (target === null || kind !== 'file') continue
    if (isCompanion(path)) followed.companions.push(path)
    else if (isDocument && !known.has(target)) followed.documents.push(path)
    if (isDocument) known.add(target)
  }
  return followed
}

const notFollowed = (path: string, verb: string): Issue => ({
  code: 'link-outside',
  message: `The symbolic link leads out of the scanned folder, or nowhere, and was not ${verb}.`,
  where: path,
})
