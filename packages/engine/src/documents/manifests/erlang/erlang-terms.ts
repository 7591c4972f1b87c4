/** A literal of Erlang. Strings and binaries are texts; numbers and characters are atoms with their spelling. */
export interface ErlangTerm {
  kind: 'tuple' | 'list' | 'atom' | 'text'
  /** Of atoms and texts; '' of others. */
  text: string
  /** Of tuples and lists; maps are lists of their keys and values. */
  items: ErlangTerm[]
  /** 1-based. */
  line: number
}

/** No configuration nests deeper; what does is read as its parts. */
const maxDepth = 100

const token =
  /%[^\n]*|"([^"\\]*(?:\\[^]?[^"\\]*)*)(?:"|$)|'([^'\\]*(?:\\[^]?[^'\\]*)*)(?:'|$)|\$(?:\\[^]|[^\\\s])|(\w[\w@]*(?:\.\w[\w@]*)*)|(#?\{|\[)|([}\]])|\n/g

/** The terms of a text, as file:consult/1 reads them: https://www.erlang.org/doc/apps/kernel/file#consult/1. Linear; never throws. */
export function readErlangTerms(text: string): ErlangTerm[] {
  const root: ErlangTerm = { kind: 'list', text: '', items: [], line: 1 }
  const open = [root]
  let line = 1
  for (const [all, string, quoted, word, opening, closing] of text.matchAll(token)) {
    const inner = open.at(-1)!
    const leaf = (kind: 'atom' | 'text', its: string) =>
      inner.items.push({ kind, text: its, items: [], line })
    if (string !== undefined) leaf('text', unescape(string))
    else if (quoted !== undefined || word !== undefined) leaf('atom', unescape(quoted ?? word ?? ''))
    else if (opening !== undefined && open.length < maxDepth) {
      const term: ErlangTerm = { kind: opening === '{' ? 'tuple' : 'list', text: '', items: [], line }
      inner.items.push(term)
      open.push(term)
    } else if (closing !== undefined && open.length > 1) open.pop()
    line += all.split('\n').length - 1
  }
  return root.items
}

const unescape = (text: string): string => text.replaceAll(/\\(.)/g, '$1')

/** The value of { key, value } in a list; null if there is none. */
export const valueOf = (terms: readonly ErlangTerm[], key: string): ErlangTerm | null =>
  terms.find(({ kind, items }) => kind === 'tuple' && isAtom(items[0], key))?.items[1] ?? null

export const isAtom = (term: ErlangTerm | undefined, text?: string): boolean =>
  term?.kind === 'atom' && (text === undefined || term.text === text)
