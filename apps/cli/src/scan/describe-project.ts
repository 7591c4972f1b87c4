import { projectWebAddress } from '@assay/engine/project-address.ts'
import { realpathSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { readCiBranch } from './ci-branch.ts'
import type { FoundFiles } from './find-files.ts'
import { readGit } from './read-git.ts'

export interface Described {
  /** null when not even the folder has a name. */
  url: string | null
  /** null: no branch is checked out, and no build service names one. */
  branch: string | null
  /** The project's top folder, without links: the repository's, else the folder itself. */
  root: string
}

/**
 * What its repository says about a folder or file, else what its name says. A folder below the repository's top is a
 * project of its own, '<url>#<path>' like the subpath of a package URL: scans of two folders never end each other's
 * findings. A file belongs to the repository, wherever it lies: SBOMs are often written to a build folder.
 */
export function describeProject(
  { folder, isFolder }: Pick<FoundFiles, 'folder' | 'isFolder'>,
  environment: Record<string, string | undefined>,
): Described {
  const real = realpathSync(folder)
  const repository = readGit(real)
  const root = repository?.root ?? real
  const name = basename(root)
  const top =
    (repository?.remote ? normalizeRemote(repository.remote) : null) ?? (name === '' ? null : `local:${name}`)
  const path = isFolder ? relative(root, real).replaceAll('\\', '/') : ''
  return {
    root,
    url: top !== null && path !== '' ? `${top}#${path}` : top,
    branch: repository?.branch ?? readCiBranch(environment) ?? (repository ? null : 'main'),
  }
}

/** 'git@host:org/repo.git' and its like become 'https://host/org/repo', without login; a path is no url. */
export const normalizeRemote = (remote: string): string | null =>
  /^file:/i.test(remote) ? null : projectWebAddress(withoutQuery(remote))

/** Of a remote, neither is part of the repository. */
const withoutQuery = (remote: string) => remote.replace(/[?#].*$/, '')
