import { expect, it } from 'vitest'
import { accountScope, cacheKey } from '#auth/scope.ts'
import { ResponseCache } from './answer-cache.ts'

const [a, b, c] = ['a', 'b', 'c'].map((question) => cacheKey(accountScope('account'), { question }))

it('answers while the revision stays', () => {
  const cache = new ResponseCache<string>()
  cache.keep(a!, 1, 'one')
  expect(cache.find(a!, 1)).toBe('one')
  expect(cache.find(a!, 2)).toBeUndefined()
})

it('drops what was used longest ago', () => {
  const cache = new ResponseCache<string>(2)
  cache.keep(a!, 1, 'one')
  cache.keep(b!, 1, 'two')
  cache.find(a!, 1)
  cache.keep(c!, 1, 'three')
  expect([cache.find(a!, 1), cache.find(b!, 1), cache.find(c!, 1)]).toEqual(['one', undefined, 'three'])
})
