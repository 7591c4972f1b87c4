import { ruleWords, wordByName } from '@assay/engine/policies/rules/words.ts'

interface Completion {
  /** What is inserted. */
  text: string
  /** Whose description is shown; null for a value. */
  word: string | null
}

export interface Completions {
  /** Where the replaced part starts. */
  from: number
  items: Completion[]
}

const maxItems = 8

/** Words that continue the one before the caret, or the values of the word that is compared. */
export function completionsAt(text: string, caret: number): Completions {
  const before = text.slice(0, caret)
  return valuesAt(before) ?? wordsAt(before)
}

/** Within quotes after 'finding.severity ==' or 'finding.severity in ['. */
function valuesAt(before: string): Completions | null {
  const match = /(\w+\.\w+)\s*(?:==|!=|in\s*\[(?:\s*"[^"]*"\s*,)*)\s*"([^"]*)$/.exec(before)
  if (!match) return memberAt(before)
  const [, name, start] = match as unknown as [string, string, string]
  const values = wordByName.get(name)?.values ?? []
  const items = values
    .filter((value) => value.startsWith(start) && value !== start)
    .map((value) => ({ text: value, word: null }))
  return { from: before.length - start.length, items }
}

/** Within quotes where a condition begins: a member of a list, '"ntia-2021" in sbom.quality'. */
function memberAt(before: string): Completions | null {
  const [, start] = /(?:^|[(!&|])\s*"([^"]*)$/.exec(before) ?? []
  if (start === undefined) return null
  const members = ruleWords.flatMap(({ name, type, values = [] }) =>
    type === 'strings' ? values.map((value) => ({ value, name })) : [],
  )
  const items = members
    .filter(({ value }) => value.startsWith(start))
    .map(({ value, name }) => ({ text: `${value}" in ${name}`, word: name }))
  return { from: before.length - start.length, items }
}

function wordsAt(before: string): Completions {
  const isQuoted = before.split('"').length % 2 === 0
  const [typed = ''] = /[A-Za-z_][\w.]*$/.exec(before) ?? []
  const from = before.length - typed.length
  if (typed === '' || isQuoted) return { from, items: [] }
  const key = typed.toLowerCase()
  const starting = ruleWords.filter(({ name }) => name.startsWith(key))
  const containing = ruleWords.filter(({ name }) => !name.startsWith(key) && name.includes(key))
  const items = [...starting, ...containing]
    .filter(({ name }) => name !== typed)
    .slice(0, maxItems)
    .map(({ name }) => ({ text: name, word: name }))
  return { from, items }
}
