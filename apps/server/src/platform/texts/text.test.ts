import { expect, test } from 'vitest'
import { asStored } from '#platform/database/json-text.ts'
import { joinTexts, readWording, textsOf, wordedIn, WordedError } from './text.ts'

const table = {
  en: { created: 'Created {issue}', counted: '{count} counted' },
  de: { created: '{issue} angelegt', counted: '{count} gezählt' },
}
const text = textsOf(table)

test('a text is stored as its key and values, and worded in the language of the reader', () => {
  const stored = asStored(text('created', { issue: 'ABC-1' }))
  expect(stored).toEqual({ key: 'created', values: { issue: 'ABC-1' } })
  expect(wordedIn('de', readWording(table, stored))).toBe('ABC-1 angelegt')
  expect(wordedIn('en', readWording(table, stored))).toBe('Created ABC-1')
})

test('names and the words of other programs are the same in every language', () => {
  expect(wordedIn('de', readWording(table, asStored('org/app main')))).toBe('org/app main')
})

test('values are not filled themselves, and missing ones stay visible', () => {
  expect(text('created', { issue: '{count}' }).in('en')).toBe('Created {count}')
  expect(text('counted').in('de')).toBe('{count} gezählt')
})

test.each(['gone', 'toString', '__proto__'])('an unknown key is empty: %s', (key) => {
  expect(wordedIn('en', readWording(table, { key, values: {} }))).toBe('')
})

test('values can be changed, for example to remove secrets', () => {
  const changed = text('created', { issue: 'secret' }).map((value) => value.replace('secret', '***'))
  expect(changed.in('en')).toBe('Created ***')
})

test('in joined tables, the first text of a key is used', () => {
  const joined = joinTexts(table, {
    en: { created: 'other', gone: 'Gone' },
    de: { created: 'x', gone: 'Weg' },
  })
  expect(wordedIn('en', readWording(joined, { key: 'created', values: { issue: 1 } }))).toBe('Created 1')
  expect(wordedIn('de', readWording(joined, { key: 'gone', values: {} }))).toBe('Weg')
})

test('an error has its words in every language, and its message in English', () => {
  const error = new WordedError(text('counted', { count: 2 }))
  expect(error.message).toBe('2 counted')
  expect(wordedIn('de', error.wording)).toBe('2 gezählt')
})
