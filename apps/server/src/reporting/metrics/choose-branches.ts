import type { BranchFacts } from './branch-facts.ts'
import type { BranchGroup } from './branch-groups.ts'
import type { ProjectSelection } from './store.ts'

/** The groups of branches that match the selection's team, tags and names. `search` is a separate condition. */
export function chooseGroups<R extends BranchFacts>(
  groups: Iterable<BranchGroup<R>>,
  { teamUuid, tags, branchPatterns }: ProjectSelection,
): BranchGroup<R>[] {
  const isNamed = nameTest(branchPatterns)
  const wanted = new Set(tags)
  const chosen: BranchGroup<R>[] = []
  for (const group of groups) {
    const { facts } = group
    if (teamUuid !== null && facts.teamUuid !== teamUuid) continue
    if (wanted.size > 0 && !facts.tagTexts.some((tag) => wanted.has(tag))) continue
    if (isNamed(facts.branchText)) chosen.push(group)
  }
  return chosen
}

/** The branches of the groups that a search finds, as by isFoundBy. */
export function branchesOf<R extends BranchFacts>(groups: readonly BranchGroup<R>[], search: string): R[] {
  const isFound = isFoundBy(search)
  const found: R[] = []
  for (const group of groups)
    if (mayHave(group, search)) for (const row of group.rows) if (isFound(row)) found.push(row)
  return found
}

/** `search` in lower case, as by PostgreSQL's lower(), and without white space. */
export const isFoundBy =
  (search: string) =>
  ({ projectText }: BranchFacts): boolean =>
    projectText.includes(search)

/** Whether the search finds any branch of the group: one look at all its texts instead of one at each. */
export const mayHave = <R extends BranchFacts>(group: BranchGroup<R>, search: string): boolean =>
  search === '' || group.derive({ kind: 'texts' }, textsOf).includes(search)

const textsOf = (rows: ReadonlySet<BranchFacts>): string =>
  Array.from(rows, ({ projectText }) => projectText).join('\n')

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
