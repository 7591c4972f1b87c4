import { projectSpellings } from '../project-address.ts'

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

/** Matches part by part from the left, in linear time for any pattern. */
function fits(pattern: string, url: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = url.toLowerCase()
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
