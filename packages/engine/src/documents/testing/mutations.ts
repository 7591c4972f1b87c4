import * as fc from 'fast-check'
import { cut, editLines, replaceToken, replaceValue } from './edit-text.ts'
import { oddText, oddValue, position } from './odd-texts.ts'

/** A change of a text; positions are modulo its length. */
type Mutation = (text: string) => string

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
/** Repeated mutations multiply the size. */
const maxCharacters = 100_000

/** A real document with one to five mutations, and sometimes invalid UTF-8. */
export function mutated(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const original = new TextDecoder().decode(bytes)
  const badBytes = fc.array(fc.tuple(position, fc.nat({ max: 255 })), { maxLength: 3 })
  const someBadBytes = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: badBytes })
  return fc.tuple(mutations, someBadBytes).map(([changes, bad]) => {
    const text = changes.reduce((at, change) => change(at).slice(0, maxCharacters), original)
    const result = encoder.encode(text)
    for (const [at, byte] of bad) if (result.length > 0) result[at % result.length] = byte
    return result
  })
}

/** Random characters, and odd texts in a row. */
export const noise: fc.Arbitrary<Uint8Array> = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(oddText, { maxLength: 20 }).map((parts) => parts.join('')),
    fc.array(oddText, { maxLength: 20 }).map((parts) => parts.join('\n')),
    fc.json(),
  )
  .map((text) => encoder.encode(text.slice(0, maxCharacters)))
