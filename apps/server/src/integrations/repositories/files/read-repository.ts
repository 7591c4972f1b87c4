import { findDocuments, walkRules, type WalkRules } from '@assay/engine/documents/find-documents.ts'
import type { FolderEntry, FolderTree } from '@assay/engine/documents/folder-tree.ts'
import { claimedReader, isCompanion } from '@assay/engine/documents/readers.ts'
import { posix } from 'node:path'
import { z } from 'zod'
import {
  ask,
  askFile,
  type Connection,
  RepositoryRejection,
} from '#integrations/repositories/connection/client.ts'
import { fileDialectOf, type RepositoryFile } from '#integrations/repositories/dialects/files.ts'
import { serviceOf } from '#integrations/repositories/dialects/hosts.ts'
import { egressOf, ResponseTooLarge } from '#platform/egress/egress.ts'
import { ServiceRejection, UnexpectedResponse } from '#integrations/core/call-service.ts'
import { packDocument, type PackedDocument } from '#scanning/builds/documents/pack-document.ts'

/** A repository, or a folder of one, that a project is connected with. */
export interface Remote {
  connection: Connection
  /** 'owner/name' */
  repository: string
  /** '' for the whole repository. */
  folder: string
}

/** Unlike in a local folder, listing is free here, so depth is not limited. */
const rules: WalkRules = { ...walkRules, maxDepth: 100, maxBytes: 128 * 1024 * 1024 }
const maxPages = 1000

const Commit = z.union([
  z.object({ commit: z.object({ sha: z.string() }) }).transform(({ commit }) => commit.sha),
  z.object({ commit: z.object({ id: z.string() }) }).transform(({ commit }) => commit.id),
])

/** The newest commit of a branch; null if the repository has no such branch, or the token cannot see it. */
export async function findCommit({ connection, repository }: Remote, branch: string): Promise<string | null> {
  try {
    const path = fileDialectOf(connection).branch(repository, branch)
    return required(connection, Commit.safeParse(await ask(connection, { method: 'GET', path })).data)
  } catch (error) {
    if (error instanceof RepositoryRejection && error.status === 404) return null
    throw error
  }
}

const Repository = z.object({ default_branch: z.string() }).transform((json) => json.default_branch)

export async function findDefaultBranch({ connection, repository }: Remote): Promise<string> {
  const path = fileDialectOf(connection).repository(repository)
  return required(connection, Repository.safeParse(await ask(connection, { method: 'GET', path })).data)
}

/**
 * The inventories of a branch with the files that belong to them. Throws ServiceRejection with a message for members if
 * there are none, or more than the limits allow: half of them would end findings that are still there.
 */
export async function readRepository(remote: Remote, branch: string): Promise<PackedDocument[]> {
  const { repository, folder } = remote
  const commit = await findCommit(remote, branch)
  if (commit === null) throw new ServiceRejection(`${repository} has no branch ${branch}`)
  const fetched = new Map<string, PackedDocument>()
  const tree = treeOf(remote, { files: await listFiles(remote, commit), fetched })
  const { documents, companions, issues } = await findDocuments(tree, rules)
  const [issue] = issues
  if (issue) throw new ServiceRejection(`${issue.where}: ${issue.message}`)
  const folderPath = folder === '' ? repository : `${repository}/${folder}`
  if (documents.length === 0)
    throw new ServiceRejection(`No lockfile or other inventory was found in ${folderPath}, branch ${branch}`)
  const paths = [...documents, ...companions]
  for (const path of paths) if (!fetched.has(path)) await tree.read(path)
  return paths.map((path) => fetched.get(path)!)
}

/** The folder in the repository. Files are compressed as they are read, to save memory. */
function treeOf(
  remote: Remote,
  { files, fetched }: { files: readonly RepositoryFile[]; fetched: Map<string, PackedDocument> },
): FolderTree {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const byFolder = Map.groupBy(files, ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  const inRepository = (path: string) => [remote.folder, path].filter((part) => part !== '').join('/')
  /** The targets of links to files. */
  const linked = new Map<string, RepositoryFile>()
  const entryOf = async (file: RepositoryFile): Promise<FolderEntry> => {
    const name = posix.basename(file.path)
    const isRead = claimedReader(file.path) !== null || isCompanion(file.path)
    if (!file.isLink || !isRead) return { name, kind: file.kind }
    const path = posix.join(posix.dirname(file.path), String(await fetchFile(remote, file)))
    const inFolder = posix.relative(remote.folder, path)
    const target = inFolder.startsWith('..') ? undefined : byPath.get(path)
    if (target?.kind === 'file') linked.set(file.path, target)
    return { name, kind: target?.kind ?? 'other', target: target ? inFolder : null }
  }
  const fileAt = (path: string) => linked.get(inRepository(path)) ?? byPath.get(inRepository(path))
  const read = async (path: string) => {
    const file = fileAt(path)
    if (file?.kind !== 'file') return null
    const bytes = await fetchFile(remote, file)
    fetched.set(path, await packDocument({ path: inRepository(path), format: 'auto', bytes }))
    return bytes
  }
  return {
    read,
    async list(folder) {
      const entries: FolderEntry[] = []
      for (const file of byFolder.get(inRepository(folder)) ?? []) entries.push(await entryOf(file))
      return entries
    },
    async sizeOf(path) {
      const size = fileAt(path)?.size ?? fetched.get(path)?.size
      return size ?? (await read(path))?.length ?? 0
    },
  }
}

async function listFiles({ connection, repository }: Remote, commit: string): Promise<RepositoryFile[]> {
  const dialect = fileDialectOf(connection)
  const all: RepositoryFile[] = []
  for (let page = 1; page <= maxPages; page++) {
    const path = dialect.files(repository, commit, page)
    const json = await ask(connection, { method: 'GET', path, use: 'repository' })
    const { files, isFull, isTruncated } = required(connection, dialect.readFiles(json))
    all.push(...files)
    if (isTruncated) break
    if (!isFull) return all
  }
  throw new ServiceRejection(`${repository} has more files than can be listed`)
}

/** A file that is too large is not asked for, and not asked for again. */
async function fetchFile(
  { connection, repository }: Remote,
  { id, path, size }: RepositoryFile,
): Promise<Buffer> {
  const { limitBytes } = egressOf(connection.config, 'repository')
  if ((size ?? 0) > limitBytes) throw tooLarge(path, limitBytes)
  try {
    return await askFile(connection, fileDialectOf(connection).file(repository, id))
  } catch (error) {
    throw error instanceof ResponseTooLarge ? tooLarge(path, limitBytes) : error
  }
}

const tooLarge = (path: string, limitBytes: number) =>
  new ServiceRejection(`${path} is larger than the ${limitBytes / 1024 ** 2} MB that are fetched of a file`)

function required<T>(connection: Connection, value: T | null | undefined): T {
  if (value === null || value === undefined) throw new UnexpectedResponse(serviceOf(connection).name)
  return value
}
