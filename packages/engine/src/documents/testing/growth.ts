import * as fc from 'fast-check'
import { aroundValue, cut } from './edit-text.ts'
import { oddText, position } from './odd-texts.ts'

const encoder = new TextEncoder()

/** Builds a document with at least the given number of characters. */
export type Growth = (length: number) => Uint8Array

/** Repeats part of a real document, such as lines, a JSON value or an odd text, often with changed names. */
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

/** Copies are equal, or differ in every word, or in one name and all references to it. */
const renaming: fc.Arbitrary<Rename> = fc.oneof(
  fc.constant<Rename>((unit) => unit),
  fc.constant<Rename>((unit, index) => unit.replaceAll(/[a-z]{2,}/g, `$&${index}`)),
  // The first key or string: a table with more and more entries.
  fc.constant<Rename>((unit, index) => unit.replace(/"[^"\n]*(?=")|[\w.-]+(?=\s*[:=({])/, `$&${index}`)),
  position.map((at): Rename => {
    return (unit, index) => {
      const words = unit.match(/[a-zA-Z][\w-]+/g) ?? []
      const word = words[at % Math.max(1, words.length)]
      return word === undefined ? unit : unit.replaceAll(word, `${word}${index}`)
    }
  }),
)
