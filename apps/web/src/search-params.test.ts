import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test.each(['1.10', '2.0', '007', '1e5', '-0', '0x10', ' 1', 'null', '[1]', '{"a":1}', '4.17.21'])(
  'a link to %j is read as it was written',
  (branch) => {
    expect(parseSearch(`?branch=${encodeURIComponent(branch)}`)).toEqual({ branch })
  },
)

test('texts quoted by earlier versions are still read', () => {
  expect(parseSearch('?branches=%221.10%22&cache=true')).toEqual({ branches: '1.10', cache: true })
})

test('every text round-trips through a URL, unquoted where possible', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.double().map(String)), (text) => {
      const read = parseSearch(stringifySearch({ q: text }))
      // Exact numbers and booleans are read by the schemas of the pages.
      expect(Object.entries(read).map(([name, value]) => [name, String(value)])).toEqual([['q', text]])
    }),
  )
  expect(stringifySearch({ branch: '1.10', q: '"quoted"', tables: true })).toBe(
    '?branch=1.10&q=%22%5C%22quoted%5C%22%22&tables=true',
  )
})
