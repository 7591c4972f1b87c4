import { languages } from '@assay/contract/languages.ts'
import { expect, test } from 'vitest'
import { documentTextsIn } from './document-texts-in.ts'

/** All texts by path, with names as their variables. */
function rendered(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'object') return rendered(value!, `${path}${key}.`)
    const text =
      typeof value === 'function'
        ? String((value as Render)(variable('{first}'), variable('{second}')))
        : (value as string)
    return [[path + key, text]]
  })
}
type Render = (...names: object[]) => unknown

/** A name, of which properties are names, too. */
const variable = (name: string): object =>
  new Proxy(Object(name) as object, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (value === undefined && typeof key === 'string') return `{${key}}`
      return typeof value === 'function' ? (value as Render).bind(target) : value
    },
  })

const english = new Map(rendered(documentTextsIn('en')))
const others = languages.filter((language) => language !== 'en')

/** Contains more than names and terms that are the same in every language. */
const isSentence = (text: string) => text.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length > 2

test.each(others)(
  'documents in %s have every text, in that language, with the same variables',
  (language) => {
    const texts = rendered(documentTextsIn(language))
    expect(texts.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted())
    const variablesIn = (text = '') => text.match(/\{\w+\}/g)?.toSorted()
    for (const [path, text] of texts) {
      expect([path, variablesIn(text)]).toEqual([path, variablesIn(english.get(path))])
      if (isSentence(text)) expect(text).not.toBe(english.get(path))
    }
  },
)
