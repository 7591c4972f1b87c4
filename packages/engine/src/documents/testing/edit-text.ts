import { parseJson } from '@assay/text/parse-json.ts'

export const cut = (text: string, from: number, length: number): [string, string, string] => {
  const start = from % (text.length + 1)
  return [text.slice(0, start), text.slice(start, start + length), text.slice(start + length)]
}

/** Replaces the n-th word, quoted text or number of a document. */
export function replaceToken(text: string, at: number, by: string): string {
  const tokens = /"[^"\n]*"|'[^'\n]*'|[\w.@/+~^-]+/g
  tokens.lastIndex = at % (text.length + 1)
  const match = tokens.exec(text)
  if (match === null) return text
  const [quoted] = /^["']/.exec(match[0]) ?? ['']
  return text.slice(0, match.index) + quoted + by + quoted + text.slice(match.index + match[0].length)
}

export function editLines(text: string, at: number, edit: (lines: string[], line: number) => void): string {
  const lines = text.split('\n')
  edit(lines, at % lines.length)
  return lines.join('\n')
}

/** Replaces the n-th value of a JSON document, in document order; other texts are returned unchanged. */
export function replaceValue(text: string, at: number, by: unknown): string {
  let total = 0
  if (parseJson(text) === undefined) return text
  JSON.parse(text, (_, value: unknown) => (total++, value))
  const chosen = at % total
  let seen = 0
  return JSON.stringify(JSON.parse(text, (_, value: unknown) => (seen++ === chosen ? by : value))) ?? ''
}

/** The n-th member or item of a JSON document with its comma, between the text before and after it. */
export function aroundValue(text: string, at: number): [string, string, string] {
  const mark = '\u0001'
  const marked = replaceMember(text, at, mark)
  const [before = '', after = ''] = marked?.json.split(`"${mark}":0`) ?? []
  return marked === null ? cut(text, at, 20) : [before, `${marked.member},`, `${marked.member}${after}`]
}

/** Compact JSON with a marker in place of one member ("key":value) or item, and the text it replaced. */
function replaceMember(text: string, at: number, mark: string): { json: string; member: string } | null {
  const value = parseJson(text)
  // There are few outer values and they contain the long lists, so each level is chosen equally often.
  const levels: { json: object; key: string }[][] = []
  let open = [value]
  while (open.some((each) => typeof each === 'object' && each !== null)) {
    const level = open
      .filter((each) => typeof each === 'object' && each !== null)
      .flatMap((json) => Object.keys(json).map((key) => ({ json, key })))
    if (level.length > 0) levels.push(level)
    open = level.map(({ json, key }): unknown => Reflect.get(json, key))
  }
  const level = levels[at % Math.max(1, levels.length)] ?? []
  const chosen = level[Math.floor(at / 7) % Math.max(1, level.length)]
  if (chosen === undefined) return null
  const old: unknown = Reflect.get(chosen.json, chosen.key)
  Reflect.set(chosen.json, chosen.key, { [mark]: 0 })
  const prefix = Array.isArray(chosen.json) ? '' : `${JSON.stringify(chosen.key)}:`
  const json = JSON.stringify(value).replace(`${prefix}{"${mark}":0}`, `"${mark}":0`)
  return { json, member: prefix + JSON.stringify(old) }
}
