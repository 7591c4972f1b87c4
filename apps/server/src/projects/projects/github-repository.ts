import { projectIdentity } from '@assay/engine/project-address.ts'

/** 'owner/repo' in lower case for any spelling of a GitHub repository url; null for other urls. */
export const githubRepository = (url: string): string | null =>
  /^github\.com\/([^/?#]+\/[^/?#]+)$/.exec(projectIdentity(url))?.[1] ?? null
