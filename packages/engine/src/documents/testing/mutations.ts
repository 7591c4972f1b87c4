import * as fc from 'fast-check'

/** One change of a text; positions are taken modulo its length. */
type Mutation = (text: string) => string

/** What readers meet in bad documents: names of Object.prototype, ends of structures, references, huge numbers. */
const oddTexts = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  ...['', ' ', '\t', '\r', '\n', '\n\n', '\0', '\uFEFF', '\uFFFD', '\u2028', '\ud800'],
  ...['{', '}', '[', ']', '(', ')', '<', '>', '"', "'", '`', '\\', ',', ':', ';', '=', '==', '@', '#', '%'],
  ...['"""', "'''", '{}', '[]', '[[', ']]', '[[a]]', '</', '/>', '<!--', '-->', '<![CDATA[', '&', '&lt;'],
  ...['&x [*x]', '*x', '<<: *x', '!!js', '- ', '? ', '|', '>-', '---', '...', '%YAML 1.2', '~', 'null'],
  ...['true', 'false', '0', '-1', '1e999', '9'.repeat(400), '0x', 'NaN', '1.0.0', 'v1', '^1', '*'],
  ...['../..', '/etc/passwd', 'file:a', 'git+https://a#b', 'npm:a@1', 'workspace:*', 'pkg:npm/a@1', 'pkg:'],
  ...[
    '-r requirements.txt',
    '-c x',
    '-e .',
    '\\\n',
    '${a}',
    '$(a)',
    '${project.version}',
    '%s',
    '%00',
    '%zz',
  ],
  ...['<!DOCTYPE a [<!ENTITY x "y">]>', '<!ENTITY x SYSTEM "http://127.0.0.1/">', '&x;', '<?xml?>'],
  'a'.repeat(5_000),
  '('.repeat(500),
  '['.repeat(3_000),
  '{"a":'.repeat(3_000),
  '<a>'.repeat(3_000),
  ' '.repeat(3_000),
  '- '.repeat(500),
]

const position = fc.nat({ max: 1_000_000 })
const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

const cut = (text: string, from: number, length: number): [string, string, string] => {
  const start = from % (text.length + 1)
  return [text.slice(0, start), text.slice(start, start + length), text.slice(start + length)]
}

/** The n-th word, quoted text or number in the document, replaced. */
function replaceToken(text: string, at: number, by: string): string {
  const tokens = /"[^"\n]*"|'[^'\n]*'|[\w.@/+~^-]+/g
  tokens.lastIndex = at % (text.length + 1)
  const match = tokens.exec(text)
  if (match === null) return text
  const [quoted] = /^["']/.exec(match[0]) ?? ['']
  return text.slice(0, match.index) + quoted + by + quoted + text.slice(match.index + match[0].length)
}

function editLines(text: string, at: number, edit: (lines: string[], line: number) => void): string {
  const lines = text.split('\n')
  edit(lines, at % lines.length)
  return lines.join('\n')
}

/** Puts a value in place of the n-th of a JSON document, in the order of reading; other texts stay. */
function replaceValue(text: string, at: number, by: unknown): string {
  let total = 0
  if (parsed(text) === undefined) return text
  JSON.parse(text, (_, value: unknown) => (total++, value))
  const chosen = at % total
  let seen = 0
  return JSON.stringify(JSON.parse(text, (_, value: unknown) => (seen++ === chosen ? by : value))) ?? ''
}

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, '', [], {}, [[]], [null], { '': '' }),
  oddText,
)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(position, oddText).map(
    ([at, by]): Mutation =>
      (text) =>
        replaceToken(text, at, by),
  ),
  fc.tuple(position, oddText).map(([at, odd]): Mutation => {
    return (text) => cut(text, at, 0).join(odd)
  }),
  fc.tuple(position, fc.nat({ max: 40 })).map(([at, length]): Mutation => {
    return (text) => cut(text, at, length).toSpliced(1, 1).join('')
  }),
  fc.tuple(position, fc.nat({ max: 200 }), fc.nat({ max: 30 })).map(([at, length, times]): Mutation => {
    return (text) => {
      const [before, part, after] = cut(text, at, length)
      return before + part.repeat(times) + after
    }
  }),
  fc.tuple(position, position).map(([from, to]): Mutation => {
    return (text) => editLines(text, from, (lines, line) => lines.splice(to % lines.length, 0, lines[line]!))
  }),
  position.map(
    (at): Mutation =>
      (text) =>
        editLines(text, at, (lines, line) => lines.splice(line, 1)),
  ),
  position.map(
    (at): Mutation =>
      (text) =>
        text.slice(0, at % (text.length + 1)),
  ),
  fc.tuple(position, oddValue).map(
    ([at, by]): Mutation =>
      (text) =>
        replaceValue(text, at, by),
  ),
)

const mutations = fc.array(mutation, { minLength: 1, maxLength: 5 })

const encoder = new TextEncoder()
/** Changes multiply each other. */
const mostCharacters = 100_000

/** A real document with one to five changes, and now and then some bytes that are no UTF-8. */
export function mutated(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const original = new TextDecoder().decode(bytes)
  const badBytes = fc.array(fc.tuple(position, fc.nat({ max: 255 })), { maxLength: 3 })
  const someBadBytes = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: badBytes })
  return fc.tuple(mutations, someBadBytes).map(([changes, bad]) => {
    const text = changes.reduce((at, change) => change(at).slice(0, mostCharacters), original)
    const result = encoder.encode(text)
    for (const [at, byte] of bad) if (result.length > 0) result[at % result.length] = byte
    return result
  })
}

/** Texts of no format: random characters, and odd pieces in a row. */
export const noise: fc.Arbitrary<Uint8Array> = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(oddText, { maxLength: 20 }).map((parts) => parts.join('')),
    fc.array(oddText, { maxLength: 20 }).map((parts) => parts.join('\n')),
    fc.json(),
  )
  .map((text) => encoder.encode(text.slice(0, mostCharacters)))

/** Makes a document longer, by that many characters at least. */
export type Growth = (length: number) => Uint8Array

/** A part of a real document, a run of its lines, a JSON value or an odd text, repeated, often with other names. */
export function growing(bytes: Uint8Array): fc.Arbitrary<Growth> {
  const original = new TextDecoder().decode(bytes)
  const part = fc.tuple(position, fc.integer({ min: 1, max: 60 })).map(([at, length]) => {
    return cut(original, at, length)
  })
  const odd = fc.tuple(position, oddText).map(([at, text]): [string, string, string] => {
    const [before, , after] = cut(original, at, 0)
    return [before, text, after]
  })
  const lines = fc.tuple(position, fc.integer({ min: 1, max: 30 })).map(([at, count]) => {
    const all = original.split(/(?<=\n)/)
    const start = at % all.length
    return [all.slice(0, start), all.slice(start, start + count), all.slice(start + count)].map((each) =>
      each.join(''),
    ) as [string, string, string]
  })
  const values = position.map((at) => aroundValue(original, at))
  const grown = fc.oneof(
    { weight: 1, arbitrary: part },
    { weight: 1, arbitrary: odd },
    { weight: 3, arbitrary: lines },
    { weight: 3, arbitrary: values },
  )
  return fc.tuple(grown, renaming).map(([[before, grown, after], rename]) => {
    const unit = grown === '' ? ' ' : grown
    return (length) => {
      const copies = Array.from({ length: Math.ceil(length / unit.length) }, (_, index) =>
        rename(unit, index),
      )
      return encoder.encode(before + copies.join('') + after)
    }
  })
}

type Rename = (unit: string, index: number) => string

/** Copies stay equal, differ in every word, or in one: the name of a package and all that refer to it. */
const renaming: fc.Arbitrary<Rename> = fc.oneof(
  fc.constant<Rename>((unit) => unit),
  fc.constant<Rename>((unit, index) => unit.replaceAll(/[a-z]{2,}/g, `$&${index}`)),
  // The first key or text: a table with ever more entries.
  fc.constant<Rename>((unit, index) => unit.replace(/"[^"\n]*(?=")|[\w.-]+(?=\s*[:=({])/, `$&${index}`)),
  position.map((at): Rename => {
    return (unit, index) => {
      const words = unit.match(/[a-zA-Z][\w-]+/g) ?? []
      const word = words[at % Math.max(1, words.length)]
      return word === undefined ? unit : unit.replaceAll(word, `${word}${index}`)
    }
  }),
)

/** The text of the n-th member or item of a JSON document with its comma, between what stands around it. */
function aroundValue(text: string, at: number): [string, string, string] {
  const mark = '\u0001'
  const marked = replaceMember(text, at, mark)
  const [before = '', after = ''] = marked?.json.split(`"${mark}":0`) ?? []
  return marked === null ? cut(text, at, 20) : [before, `${marked.member},`, `${marked.member}${after}`]
}

/** Compact JSON with a mark in place of one member ("key":value) or item, and that one's text. */
function replaceMember(text: string, at: number, mark: string): { json: string; member: string } | null {
  const value = parsed(text)
  // The outer ones are few and hold the long lists, so they are chosen as often.
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

/** undefined when it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
