import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const modulesIn = async (path: string) =>
  (await readdir(path)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted()

type Texts = Readonly<Record<string, unknown>>
const load = async (path: string) => (await import(path)) as Texts

/** Each text by its path; for a function, its result for these numbers and names. */
function textsOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value === 'function') return [[path, 'function']]
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
}

/** Names, formats and words that are the same in both languages need no list: they are short. */
const maxSharedWords = 4

test('each message module has a German translation', async () => {
  expect(await modulesIn(join(folder, 'de'))).toEqual(await modulesIn(folder))
})

test.each(await modulesIn(folder))('%s has the same texts in German, and they are German', async (name) => {
  const english = Object.entries(await load(join(folder, name))).flatMap(([key, value]) =>
    textsOf(value, key),
  )
  const german = new Map(
    Object.entries(await load(join(folder, 'de', name))).flatMap(([key, value]) => textsOf(value, key)),
  )
  expect([...german.keys()].toSorted()).toEqual(english.map(([path]) => path).toSorted())
  const untranslated = english.filter(
    ([path, text]) =>
      typeof text === 'string' &&
      german.get(path) === text &&
      text.split(' ').length > maxSharedWords &&
      !path.endsWith('Command'),
  )
  expect(untranslated).toEqual([])
})
