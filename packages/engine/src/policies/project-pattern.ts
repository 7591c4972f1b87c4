import { projectSpellings } from '../project-address.ts'

/** Where a policy holds: projects whose url, in any usual spelling, fits the pattern or that have one of the tags. */
export interface PolicyReach {
  /** A url with '*' for any text, without case; null: by tags alone. */
  pattern: string | null
  tags: readonly string[]
}

/** Whether the policy holds for the project; one that names neither pattern nor tags holds for all. */
export function reachesProject(
  { pattern, tags }: PolicyReach,
  project: { url: string; tags: readonly string[] },
): boolean {
  if (pattern === null && tags.length === 0) return true
  const fitsUrl = pattern !== null && projectSpellings(project.url).some((url) => fits(pattern, url))
  return fitsUrl || tags.some((tag) => project.tags.includes(tag))
}

/** Part by part from the left: the time grows with the text, whatever the pattern. */
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
