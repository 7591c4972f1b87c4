/**
 * A parsed Elixir literal: strings and atoms are strings, tuples and lists are arrays, and entries of maps and keyword
 * lists are { key, value }.
 */
export type ElixirTerm = string | ElixirTerm[] | ElixirPair

export interface ElixirPair {
  key: string
  value: ElixirTerm
}

/** No lockfile nests literals deeper. */
const maxDepth = 50

/** Parses the first literal of a text; null if it is malformed. Linear in the length of the text. */
export function parseElixirTerm(text: string): ElixirTerm | null {
  const tokens = text.matchAll(tokenPattern)
  const root: Collection = { items: [], key: null }
  const open = [root]
  for (const { 0: token, groups = {} } of tokens) {
    const inner = open.at(-1)!
    if (/^(?:%?\{|\[)$/.test(token)) {
      if (open.length > maxDepth) return null
      open.push({ items: [], key: null })
    } else if (/^[}\]]$/.test(token)) {
      if (open.length === 1) return null
      open.pop()
      add(open.at(-1)!, inner.items)
      if (open.length === 1) break
    } else if (token === '=>') inner.key = takeKey(inner)
    else if (groups['keyword'] !== undefined) inner.key = unquote(groups['keyword'])
    else if (groups['scalar'] !== undefined) add(inner, unquote(token.replace(/^:(?=.)/, '')))
  }
  return open.length === 1 ? (root.items[0] ?? null) : null
}

/** Comments and commas are skipped. */
const tokenPattern =
  /#[^\n]*|%?\{|\[|[}\]]|=>|(?<keyword>\w+[?!]?|"(?:[^"\\]|\\[\s\S])*(?:"|$)):(?=\s)|(?<scalar>:?"(?:[^"\\]|\\[\s\S])*(?:"|$)|:?[\w.@]+[?!]?)/g

interface Collection {
  items: ElixirTerm[]
  /** Key of the next item. */
  key: string | null
}

function add(collection: Collection, value: ElixirTerm): void {
  collection.items.push(collection.key === null ? value : { key: collection.key, value })
  collection.key = null
}

/** The term before an arrow is the key of the next item, not an item. */
function takeKey({ items }: Collection): string {
  const key = items.pop()
  return typeof key === 'string' ? key : ''
}

const unquote = (text: string): string =>
  text.startsWith('"') ? text.replaceAll(/^"|"$/g, '').replaceAll(/\\(.)/g, '$1') : text
