import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accountScope, cacheKey } from '#auth/scope.ts'
import { ResponseCache } from './answer-cache.ts'

const [a, b, c] = ['a', 'b', 'c'].map((question) => cacheKey(accountScope('account'), { question }))

it('returns cached responses while the revision is unchanged', () => {
  const cache = new ResponseCache<string>()
  cache.keep(a!, 1, 'one')
  expect(cache.find(a!, 1)).toBe('one')
  expect(cache.find(a!, 2)).toBeUndefined()
})

it('evicts the least recently used entry', () => {
  const cache = new ResponseCache<string>(2)
  cache.keep(a!, 1, 'one')
  cache.keep(b!, 1, 'two')
  cache.find(a!, 1)
  cache.keep(c!, 1, 'three')
  expect([cache.find(a!, 1), cache.find(b!, 1), cache.find(c!, 1)]).toEqual(['one', undefined, 'three'])
})

it('computes once for concurrent equal requests, and again after a failure', async () => {
  const cache = new ResponseCache<string>()
  const computed: ((answer: string) => void)[] = []
  const compute = () => new Promise<string>((resolve) => computed.push(resolve))
  const answers = [1, 2, 3].map(() => cache.answer(a!, 1, compute))
  const other = cache.answer(b!, 1, compute)
  const newer = cache.answer(a!, 2, compute)
  expect(computed).toHaveLength(3)
  computed.forEach((resolve, index) => resolve(String(index)))
  expect(await Promise.all([...answers, other, newer])).toEqual(['0', '0', '0', '1', '2'])
  expect([cache.find(a!, 1), cache.find(a!, 2)]).toEqual([undefined, '2'])
  await expect(cache.answer(c!, 1, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await cache.answer(c!, 1, () => Promise.resolve('again'))).toBe('again')
})

it('never returns data older than the requested revision, in any interleaving of changes and requests', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('change', 'ask', 'finish', 'finish last'), { maxLength: 60 }),
      async (steps) => {
        const cache = new ResponseCache<number>()
        let revision = 0
        const underWay: (() => void)[] = []
        const asked: Promise<void>[] = []
        // What is read: the state at some time after the revision.
        const compute = () =>
          new Promise<number>((resolve) => {
            underWay.push(() => resolve(revision))
          })
        for (const step of steps) {
          if (step === 'change') revision++
          if (step === 'finish') underWay.shift()?.()
          if (step === 'finish last') underWay.pop()?.()
          const at = revision
          if (step === 'ask')
            asked.push(
              cache.answer(a!, at, compute).then((answer) => expect(answer).toBeGreaterThanOrEqual(at)),
            )
          await Promise.resolve()
        }
        for (const finish of underWay) finish()
        await Promise.all(asked)
      },
    ),
  )
})
