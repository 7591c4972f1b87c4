import { projectSpellings } from '../project-address.ts'
import { matchesWildcard } from '../wildcard.ts'

/** The projects a policy applies to: those whose url, in any common spelling, matches the pattern, or that have one of the tags. */
export interface PolicyScope {
  /** A case-insensitive url pattern with '*' as wildcard; null for tags only. */
  pattern: string | null
  tags: readonly string[]
}

/** Whether the policy applies to the project; without pattern and tags it applies to all. */
export function appliesToProject(
  { pattern, tags }: PolicyScope,
  project: { url: string; tags: readonly string[] },
): boolean {
  if (pattern === null && tags.length === 0) return true
  const fitsUrl = pattern !== null && projectSpellings(project.url).some((url) => fits(pattern, url))
  return fitsUrl || tags.some((tag) => project.tags.includes(tag))
}

const fits = (pattern: string, url: string): boolean =>
  matchesWildcard(pattern.toLowerCase(), url.toLowerCase())
