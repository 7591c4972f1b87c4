import type { BranchFacts } from './branch-facts.ts'
import type { BranchGroup } from './branch-groups.ts'
import type { ProjectSelection } from './store.ts'

/** The groups of branches that match the selection's team, tags and names. `search` is a separate condition. */
export function chooseGroups<R extends BranchFacts>(
  groups: Iterable<BranchGroup<R>>,
  { teamUuid, tags, branchPatterns }: ProjectSelection,
): BranchGroup<R>[] {
  const isNamed = nameTest(branchPatterns)
  const requested = new Set(tags)
  const chosen: BranchGroup<R>[] = []
  for (const group of groups) {
    const { facts } = group
    if (teamUuid !== null && facts.teamUuid !== teamUuid) continue
    if (requested.size > 0 && !facts.tagTexts.some((tag) => requested.has(tag))) continue
    if (isNamed(facts.branchText)) chosen.push(group)
  }
  return chosen
}

/** The branches of the groups that a search finds, as by isFoundBy. */
export function branchesOf<R extends BranchFacts>(groups: readonly BranchGroup<R>[], search: string): R[] {
  const found: R[] = []
  for (const group of groups)
    if (search === '') found.push(...group.rows)
    else findIn(textsOf(group), { search, found })
  return found
}

/** The texts of a group's branches, one per line, so that one search covers all of them. */
interface Texts<R> {
  text: string
  rows: R[]
  /** Start of each row's text, followed by the end of the last one. */
  starts: number[]
}

const textsOf = <R extends BranchFacts>(group: BranchGroup<R>): Texts<R> =>
  group.derive({ kind: 'texts' }, (all) => {
    const rows = [...all]
    const starts = [0]
    for (const { projectText } of rows) starts.push(starts.at(-1)! + projectText.length + 1)
    return { text: rows.map(({ projectText }) => projectText).join('\n'), rows, starts }
  })

function findIn<R>(
  { text, rows, starts }: Texts<R>,
  { search, found }: { search: string; found: R[] },
): void {
  let row = 0
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, starts[row])) {
    while (starts[row + 1]! <= at) row++
    // Otherwise the match extends into the next row.
    if (at + search.length < starts[row + 1]!) found.push(rows[row]!)
    row++
    if (row === rows.length) return
  }
}

/** `search` in lower case, as by PostgreSQL's lower(), and without white space. */
export const isFoundBy =
  (search: string) =>
  ({ projectText }: BranchFacts): boolean =>
    projectText.includes(search)

/** Whether a branch of the group may match the search. */
export const canMatch = <R extends BranchFacts>(group: BranchGroup<R>, search: string): boolean =>
  search === '' || textsOf(group).text.includes(search)

/** Many branches share few names. */
function nameTest(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) return () => true
  const cache = new Map<string, boolean>()
  const parts = patterns.map(readLikePattern)
  return (name) => {
    const isKnown = cache.get(name)
    if (isKnown !== undefined) return isKnown
    const isNamed = parts.some((each) => matchesLike(name, each))
    cache.set(name, isNamed)
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
