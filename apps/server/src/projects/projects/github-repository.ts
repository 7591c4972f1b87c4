import { projectIdentity } from '@assay/engine/project-address.ts'

/** 'owner/repo' in lower case, however the url of a repository on GitHub is spelled; null for any other. */
export const githubRepository = (url: string): string | null =>
  /^github\.com\/([^/?#]+\/[^/?#]+)$/.exec(projectIdentity(url))?.[1] ?? null
