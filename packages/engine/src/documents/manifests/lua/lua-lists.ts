/** A text in a list, with its line, counted from 1. */
export interface ListedText {
  text: string
  line: number
}

const token =
  /--\[\[[^]*?(?:\]\]|$)|--[^\n]*|"([^"\\\n]*(?:\\[^]?[^"\\\n]*)*)(?:"|\n|$)|'([^'\\\n]*(?:\\[^]?[^'\\\n]*)*)(?:'|\n|$)|\[\[([^]*?)(?:\]\]|$)|([A-Za-z_]\w*)|([={}])|\n/g

/** What a program of Lua assigns at its top level: a text alone, or all texts of a table, by name. Linear. */
export function readLuaLists(source: string): ReadonlyMap<string, ListedText[]> {
  const values = new Map<string, ListedText[]>()
  let [line, depth, name] = [1, 0, '']
  for (const [all, double, single, long, word, sign] of source.matchAll(token)) {
    const text = double ?? single ?? long
    if (text !== undefined) values.get(name)?.push({ text, line })
    else if (word !== undefined && depth === 0) name = word
    else if (sign === '=' && depth === 0) values.set(name, [])
    else if (sign === '{') depth += 1
    else if (sign === '}') depth = Math.max(0, depth - 1)
    line += all.split('\n').length - 1
  }
  return values
}
