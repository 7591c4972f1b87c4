import type { ProjectSelection } from './store.ts'

/** Criteria for branches; texts without white space, search texts in lower case. */
export interface BranchFacts {
  branchUuid: string
  projectUUID: string
  teamUuid: string | null
  tagTexts: string[]
  urlText: string
  nameText: string
  branchText: string
}

/** The branches that match the selection's team, tags and names. `search` is a separate condition. */
export function chooseBranches<R extends BranchFacts>(
  rows: Iterable<R>,
  { teamUuid, tags, branchPatterns }: ProjectSelection,
): R[] {
  const isNamed = nameTest(branchPatterns)
  const wanted = new Set(tags)
  const chosen: R[] = []
  for (const row of rows) {
    if (teamUuid !== null && row.teamUuid !== teamUuid) continue
    if (wanted.size > 0 && !row.tagTexts.some((tag) => wanted.has(tag))) continue
    if (isNamed(row.branchText)) chosen.push(row)
  }
  return chosen
}

/** `search` in lower case, as by PostgreSQL's lower(). */
export const isFoundBy =
  (search: string) =>
  ({ urlText, nameText }: BranchFacts): boolean =>
    urlText.includes(search) || nameText.includes(search)

/** Many branches share few names. */
function nameTest(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) return () => true
  const known = new Map<string, boolean>()
  const parts = patterns.map(readLikePattern)
  return (name) => {
    const isKnown = known.get(name)
    if (isKnown !== undefined) return isKnown
    const isNamed = parts.some((each) => matchesLike(name, each))
    known.set(name, isNamed)
    return isNamed
  }
}

/** The texts around each `%`; a backslash escapes the next character. */
function readLikePattern(pattern: string): string[] {
  const parts = ['']
  for (const [, escaped, char] of pattern.matchAll(/\\(.)|(.)/gsu)) {
    if (char === '%') parts.push('')
    else parts.push(parts.pop()! + (escaped ?? char))
  }
  return parts
}

function matchesLike(name: string, [first = '', ...rest]: string[]): boolean {
  if (rest.length === 0) return name === first
  const last = rest.pop()!
  if (!name.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}
