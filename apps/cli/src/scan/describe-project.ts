import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Described {
  /** null when not even the folder has a name. */
  url: string | null
  branch: string
  /** The project's top folder, without links: the repository's, else the folder itself. */
  root: string
}

/** What git says about a folder, else what its name says. */
export async function describeProject(folder: string): Promise<Described> {
  const [remote, branch, top] = await Promise.all([
    git(folder, ['config', '--get', 'remote.origin.url']),
    git(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
    git(folder, ['rev-parse', '--show-toplevel']),
  ])
  const root = await realpath(top ?? folder)
  const name = basename(root)
  const url = (remote && normalizeRemote(remote)) ?? (name === '' ? null : `local:${name}`)
  return { url, branch: branch ?? 'main', root }
}

/** null without git, without a repository and without an answer. */
async function git(folder: string, args: string[]): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['-C', folder, ...args], { timeout: 5_000 })
    return stdout.trim() || null
  } catch {
    // Each of them is a normal state of a folder.
    return null
  }
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
