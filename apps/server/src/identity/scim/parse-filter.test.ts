import { describe, expect, test } from 'vitest'
import { parseFilter } from './parse-filter.ts'

const eq = (attribute: string, value: string | boolean | number | null) => ({ op: 'eq', attribute, value })

describe('a filter', () => {
  test.each([
    ['userName eq "bjensen"', eq('username', 'bjensen')],
    ['USERNAME Eq "a \\"quoted\\" name"', eq('username', 'a "quoted" name')],
    ['urn:ietf:params:scim:schemas:core:2.0:User:name.familyName eq "O"', eq('name.familyname', 'O')],
    ['active eq True', eq('active', true)],
    ['externalId eq null', eq('externalid', null)],
    ['title pr', { op: 'pr', attribute: 'title' }],
    ['emails[type eq "work"]', eq('emails.type', 'work')],
    [
      'a eq 1 or b eq 2 and c eq 3',
      { op: 'or', filters: [eq('a', 1), { op: 'and', filters: [eq('b', 2), eq('c', 3)] }] },
    ],
    [
      '(a eq 1 or b eq 2) and c eq 3',
      { op: 'and', filters: [{ op: 'or', filters: [eq('a', 1), eq('b', 2)] }, eq('c', 3)] },
    ],
    ['not (a eq 1)', { op: 'not', filter: eq('a', 1) }],
  ])('%s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter)
  })

  test.each([
    '',
    'userName',
    'userName eq',
    'userName is "x"',
    'userName eq x',
    'userName eq "x',
    'userName eq "x" userName',
    'emails[type eq "work"',
    '(a eq 1',
    'not a eq 1',
    '"a" eq 1',
    '('.repeat(100_000),
  ])('%.20s is rejected', (text) => {
    expect(() => parseFilter(text)).toThrow(
      expect.objectContaining({ scimType: 'invalidFilter', status: 400 }),
    )
  })
})
