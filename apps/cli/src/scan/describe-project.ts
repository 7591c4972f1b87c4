import { projectWebAddress } from '@assay/engine/project-address.ts'
import { realpathSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { readCiBranch } from './ci-branch.ts'
import type { FoundFiles } from './find-files.ts'
import { readGit } from './read-git.ts'

export interface Described {
  /** null if the folder has no name. */
  url: string | null
  /** null for a detached HEAD without a branch from the CI system. */
  branch: string | null
  /** The project's top folder with links resolved: the repository's, otherwise the folder itself. */
  root: string
}

/**
 * Identifies the project of a folder or file by its repository, otherwise by its name. A subfolder of a repository is a
 * separate project '<url>#<path>', like the subpath of a package URL, so that scans of two folders do not end each
 * other's findings. A file belongs to the repository, since SBOMs are often written to a build folder.
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

/** 'git@host:org/repo.git' becomes 'https://host/org/repo', without credentials; a path is not a url. */
export const normalizeRemote = (remote: string): string | null =>
  /^file:/i.test(remote) ? null : projectWebAddress(withoutQuery(remote))

/** Query and fragment are not part of the repository. */
const withoutQuery = (remote: string) => remote.replace(/[?#].*$/, '')
