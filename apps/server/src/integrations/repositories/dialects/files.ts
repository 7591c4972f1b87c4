import type { FolderEntry } from '@assay/engine/documents/folder-tree.ts'
import { z } from 'zod'
import type { ServiceId } from './hosts.ts'

// https://docs.github.com/en/rest/git/trees and https://docs.gitlab.com/api/repositories

export interface RepositoryFile {
  path: string
  kind: FolderEntry['kind']
  /** A symbolic link; its content is the target. */
  isLink: boolean
  /** Of the content. */
  id: string
  /** null if the list does not contain it. */
  size: number | null
}

export interface FilePage {
  files: RepositoryFile[]
  /** Whether another page may follow. */
  isFull: boolean
  /** Whether the service omits files. */
  isTruncated: boolean
}

/** Differences between the two APIs. Paths are below the API's base address; [repository] is 'owner/name'. */
interface FileDialect {
  repository(repository: string): string
  branch(repository: string, name: string): string
  /** All files of a commit. */
  files(repository: string, commit: string, page: number): string
  /** null if the response does not come from this API. */
  readFiles(json: unknown): FilePage | null
  file(repository: string, id: string): { path: string; accept: string }
}

const pageSize = 100
/** Symbolic links are blobs of this mode. */
const linkMode = '120000'

const kinds = new Map<string, RepositoryFile['kind']>([
  ['blob', 'file'],
  ['tree', 'folder'],
])
const kindOf = ({ type, mode }: { type: string; mode: string }): Pick<RepositoryFile, 'kind' | 'isLink'> =>
  mode === linkMode ? { kind: 'other', isLink: true } : { kind: kinds.get(type) ?? 'other', isLink: false }

const Entry = z.object({ path: z.string(), mode: z.string(), type: z.string() })
const GitHubFiles = z.object({
  truncated: z.boolean(),
  tree: z.array(Entry.extend({ sha: z.string(), size: z.int().optional() })),
})
const GitLabFiles = z.array(Entry.extend({ id: z.string() }))

const github: FileDialect = {
  repository: (repository) => `/repos/${repository}`,
  branch: (repository, name) => `/repos/${repository}/branches/${encodeURIComponent(name)}`,
  files: (repository, commit) => `/repos/${repository}/git/trees/${encodeURIComponent(commit)}?recursive=1`,
  readFiles(json) {
    const { data } = GitHubFiles.safeParse(json)
    if (!data) return null
    const files = data.tree.map(({ sha: id, size = null, ...entry }) => ({
      path: entry.path,
      ...kindOf(entry),
      id,
      size,
    }))
    return { files, isFull: false, isTruncated: data.truncated }
  },
  file: (repository, id) => ({
    path: `/repos/${repository}/git/blobs/${encodeURIComponent(id)}`,
    accept: 'application/vnd.github.raw+json',
  }),
}

const projectPath = (repository: string) => `/projects/${encodeURIComponent(repository)}`

const gitlab: FileDialect = {
  repository: projectPath,
  branch: (repository, name) => `${projectPath(repository)}/repository/branches/${encodeURIComponent(name)}`,
  files: (repository, commit, page) =>
    `${projectPath(repository)}/repository/tree?ref=${encodeURIComponent(commit)}&recursive=true&per_page=${pageSize}&page=${page}`,
  readFiles(json) {
    const { data } = GitLabFiles.safeParse(json)
    if (!data) return null
    const files = data.map(({ id, ...entry }) => ({ path: entry.path, ...kindOf(entry), id, size: null }))
    return { files, isFull: data.length === pageSize, isTruncated: false }
  },
  file: (repository, id) => ({
    path: `${projectPath(repository)}/repository/blobs/${encodeURIComponent(id)}/raw`,
    accept: '*/*',
  }),
}

const dialects: Record<ServiceId, FileDialect> = { github, gitlab }

export const fileDialectOf = ({ service }: { service: ServiceId }): FileDialect => dialects[service]
