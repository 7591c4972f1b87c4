import { describe, expect, test } from 'vitest'
import { AddressFilter, answerWithoutAddresses, withoutAddresses } from './addresses.ts'

const removed = '(address removed)'
const cases = [
  ['See https://evil.example/x now', `See ${removed} now`],
  ['(https://evil.example/x) [http://a]', `(${removed}) [${removed}]`],
  ['_https://evil.example', `_${removed}`],
  ['1https://evil.example', `1${removed}`],
  ['版https://evil.example', `版${removed}`],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaahttps://evil.example', expect.stringMatching(/^a*\(address removed\)$/)],
  ['ht\u200Btps:\u2060//ev\u00ADil.example', removed],
  ['h\u{E0074}ttps:/\uFEFF/evil.example', removed],
  ['WWW.evil.example, ftp:///x', `${removed} ${removed}`],
  ['javascript:alert(1) mailto:a@b data:text/html,x', `${removed} ${removed} ${removed}`],
  [
    'Note: use lodash 4.17.21 [F1]. The data: none. a/b//c',
    'Note: use lodash 4.17.21 [F1]. The data: none. a/b//c',
  ],
  ['😀 first\n\tsecond – dash', '😀 first\n\tsecond – dash'],
] as const

describe('an answer has no addresses', () => {
  test.each(cases)('%j', (text, clean) => {
    expect(answerWithoutAddresses(text)).toEqual(clean)
  })

  test.each(cases)('%j, however it is cut', (text, clean) => {
    for (let size = 1; size <= text.length; size++) {
      for (let offset = 1; offset <= size; offset++) {
        const filter = new AddressFilter()
        const pieces = [text.slice(0, offset)]
        for (let at = offset; at < text.length; at += size) pieces.push(text.slice(at, at + size))
        const shown = pieces.map((piece) => filter.push(piece)).join('') + filter.end()
        expect(shown).toEqual(clean)
      }
    }
  })

  test('what cannot be part of an address is shown at once', () => {
    const filter = new AddressFilter()
    expect(filter.push('Upgrade lodash to 4.17.21 ')).toBe('Upgrade lodash to 4.17.21 ')
    expect(filter.push('[F1]. See')).toBe('[F1]. ')
    expect(filter.push(' it')).toBe('See ')
    expect(filter.end()).toBe('it')
  })
})

test('a line of facts has no addresses', () => {
  expect(withoutAddresses('a\u200B_ht\u200Dtps://evil.example b', '(link)')).toBe('a_(link) b')
})
