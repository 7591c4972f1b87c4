import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export interface Repository {
  /** Its top folder. */
  root: string
  /** The url of the remote 'origin'. */
  remote: string | null
  branch: string | null
}

/**
 * The repository of a folder, read from its files, because starting git takes longer than a scan. null if there is
 * none.
 * Layout: https://git-scm.com/docs/gitrepository-layout
 */
export function readGit(folder: string): Repository | null {
  for (let root = folder; ; root = dirname(root)) {
    const own = gitFolder(root)
    if (own !== null) {
      const shared = resolve(own, readText(join(own, 'commondir'))?.trim() ?? '.')
      return {
        root,
        remote: readRemote(readText(join(shared, 'config')) ?? ''),
        branch: /^ref: refs\/heads\/(.+)$/m.exec(readText(join(own, 'HEAD')) ?? '')?.[1] ?? null,
      }
    }
    if (dirname(root) === root) return null
  }
}

/** '.git' is a folder, or in worktrees and submodules a file with its path. */
function gitFolder(root: string): string | null {
  const path = join(root, '.git')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return path
  const named = found?.isFile() ? /^gitdir: (.+)$/m.exec(readText(path) ?? '')?.[1] : undefined
  return named === undefined ? null : resolve(root, named)
}

/** null if it does not exist or is not readable. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ('code' in (error as object)) return null
    throw error
  }
}

function readRemote(config: string): string | null {
  const section = /^\s*\[remote "origin"\]([^[]*)/m.exec(config)?.[1] ?? ''
  const url = /^\s*url\s*=\s*(.+?)\s*$/m.exec(section)?.[1]
  return url?.replaceAll('"', '') ?? null
}
