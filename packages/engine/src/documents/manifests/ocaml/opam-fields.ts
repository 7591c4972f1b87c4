import type { ComponentOrigin } from '../../../inventory.ts'
import { addressOrigin, originAt } from '../../components/origin.ts'

/** A token of a field: a text, a word such as 'with-test', an operator or a bracket. */
export interface OpamToken {
  kind: 'text' | 'word' | 'sign'
  text: string
  /** 1-based. */
  line: number
}

const token =
  /#[^\n]*|\(\*[^]*?(?:\*\)|$)|"""([^]*?)(?:"""|$)|"([^"\\]*(?:\\[^]?[^"\\]*)*)(?:"|$)|(\w[\w+-]*)|([<>!]=|[[\](){}:=<>&|!])|\n/g

/** The fields of a file, by name, without those of its sections: https://opam.ocaml.org/doc/Manual.html#Syntax. Linear. */
export function readOpamFields(source: string): ReadonlyMap<string, OpamToken[]> {
  const fields = new Map<string, OpamToken[]>()
  let [line, depth] = [1, 0]
  let field: OpamToken[] = []
  for (const [all, long, short, word, sign] of source.matchAll(token)) {
    const text = long ?? short?.replaceAll(/\\(.)/g, '$1') ?? word ?? sign
    if (sign === ':' && depth === 0) {
      const name = field.pop()?.text ?? ''
      field = []
      fields.set(name, field)
    } else if (text !== undefined) field.push({ kind: word ? 'word' : sign ? 'sign' : 'text', text, line })
    if (sign !== undefined && /[[({]/.test(sign)) depth += 1
    if (sign !== undefined && /[\])}]/.test(sign)) depth = Math.max(0, depth - 1)
    line += all.split('\n').length - 1
  }
  return fields
}

/** A package of a list of dependencies, with the tokens of its condition: "name" {condition}. */
export interface OpamAsk {
  name: OpamToken
  condition: readonly OpamToken[]
}

export function asksOf(tokens: readonly OpamToken[]): OpamAsk[] {
  const asks: { name: OpamToken; condition: OpamToken[] }[] = []
  let depth = 0
  for (const each of tokens) {
    if (each.text === '}' && each.kind === 'sign') depth = Math.max(0, depth - 1)
    if (depth > 0) asks.at(-1)?.condition.push(each)
    else if (each.kind === 'text') asks.push({ name: each, condition: [] })
    if (each.text === '{' && each.kind === 'sign') depth += 1
  }
  return asks
}

/** Packages from elsewhere: [ ["name.version" "address"] ] */
export function pinsOf(tokens: readonly OpamToken[]): Map<string, ComponentOrigin> {
  const texts = tokens.filter(({ kind }) => kind === 'text').map(({ text }) => text)
  const pins = new Map<string, ComponentOrigin>()
  for (let at = 0; at + 1 < texts.length; at += 2) {
    const address = texts[at + 1]!
    pins.set(texts[at]!.split('.', 1)[0]!, addressOrigin(address) ?? originAt('git', address))
  }
  return pins
}

/** Conditions on versions have no word in front of the operator: 'os = "linux"' is about something else. */
export function versionsOf({ condition }: OpamAsk): { range: string; version: string } {
  const bounds = condition.flatMap((each, at) => {
    const isBound = each.kind === 'text' && /^[<>!]?=?$/.test(condition[at - 1]?.text ?? 'none')
    return isBound && condition[at - 2]?.kind !== 'word' ? [{ operator: condition[at - 1]!.text, each }] : []
  })
  const isChoice = condition.some(({ kind, text }) => kind === 'sign' && /[|(!]/.test(text[0]!))
  const range = bounds.map(({ operator, each }) => `${operator} ${each.text}`)
  const [only, ...more] = bounds
  const isExact = only?.operator === '=' && more.length === 0 && !isChoice
  return {
    range: isChoice ? condition.map(({ text }) => text).join(' ') : range.join(' & '),
    version: isExact ? releaseOf(only.each.text) : '',
  }
}

/** Without a number it names a branch, which opam takes for the newest version; 'base' is of what comes with the compiler. */
const releaseOf = (version: string): string => (/\d/.test(version) || version === 'base' ? version : '')
