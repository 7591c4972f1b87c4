import { expect, test } from 'vitest'
import { cacheKey, callerScope, type Scope } from './scope.ts'

const scope = callerScope('account', { teams: ['a', 'b'], groups: ['g', 'h'], project: 'p' })
const question = { limit: 50, tags: '' }

/** Another value for every field, so that new fields must be added here, too. */
const others: { [Field in Exclude<keyof Scope, symbol>]: Scope[Field] } = {
  accountUuid: 'other',
  teams: ['a'],
  groups: ['g'],
  project: null,
}

test.each(Object.keys(others))('callers with a different %s have different keys', (field) => {
  const other = { ...scope, [field]: others[field as keyof typeof others] }
  expect(cacheKey(other, question)).not.toBe(cacheKey(scope, question))
})

test('no teams differ from all teams', () => {
  const [all, none] = [callerScope('account', { teams: 'all' }), callerScope('account', { teams: [] })]
  expect(cacheKey(all, question)).not.toBe(cacheKey(none, question))
})

test('different requests have different keys', () => {
  expect(cacheKey(scope, { ...question, tags: 'x' })).not.toBe(cacheKey(scope, question))
  expect(cacheKey(scope, { ...question, more: 1 })).not.toBe(cacheKey(scope, question))
})

test('equal scopes and requests have equal keys, regardless of order', () => {
  const same = callerScope('account', { teams: ['b', 'a'], groups: ['h', 'g'], project: 'p' })
  expect(cacheKey(same, { tags: '', limit: 50 })).toBe(cacheKey(scope, question))
})
