import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { readGit } from './read-git.ts'

export interface Described {
  /** null when not even the folder has a name. */
  url: string | null
  branch: string
  /** The project's top folder, without links: the repository's, else the folder itself. */
  root: string
}

/** What its repository says about a folder, else what its name says. */
export function describeProject(folder: string): Described {
  const real = realpathSync(folder)
  const repository = readGit(real)
  const root = repository?.root ?? real
  const name = basename(root)
  const url =
    (repository?.remote ? normalizeRemote(repository.remote) : null) ?? (name === '' ? null : `local:${name}`)
  return { url, branch: repository?.branch ?? 'main', root }
}

/** 'git@host:org/repo.git' and its like become 'https://host/org/repo', without login; a path is no url. */
export function normalizeRemote(remote: string): string | null {
  const scp = /^(?:[\w.-]+@)?([\w.-]+\.[a-z]+):(?!\/\/)(.+)$/i.exec(remote)
  const ssh = /^(?:ssh|git):\/\/(?:[^/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(remote)
  const web = /^https?:\/\/(?:[^/]*@)?([^/]+)\/(.+)$/i.exec(remote)
  const [, host, path] = scp ?? ssh ?? web ?? []
  if (host === undefined || path === undefined) return null
  const clean = path.replace(/[?#].*$/, '').replace(/^\/+|\/+$/g, '')
  return `https://${host.toLowerCase()}/${clean.replace(/\.git$/, '')}`
}
