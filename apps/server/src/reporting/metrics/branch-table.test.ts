import { expect, test } from 'vitest'
import { accountScope, cacheKey } from '#auth/scope.ts'
import { BranchTableCache } from './branch-table-cache.ts'
import type { BranchFacts } from './branch-facts.ts'
import { BranchTable, type Reading } from './branch-table.ts'

interface Row extends BranchFacts {
  value: number
}

const row = (branchUuid: string, value: number): Row => ({
  branchUuid,
  value,
  projectUUID: branchUuid,
  teamUuid: null,
  tagTexts: [],
  projectText: branchUuid,
  branchText: 'main',
})

const reading = (rows: Row[], changed: string[] | null): Reading<Row> => ({
  revision: 1,
  snapshot: '1:1:',
  rows,
  changed,
})

/** Reads that the test completes. */
function pending() {
  const calls: ((result: Reading<Row>) => void)[] = []
  const table = new BranchTable<Row>(() => new Promise((resolve) => calls.push(resolve)))
  return { table, calls }
}

test('a read that began before the call is not used; concurrent calls share the next one', async () => {
  const { table, calls } = pending()
  const first = table.refresh()
  await expect.poll(() => calls.length).toBe(1)
  const later = [table.refresh(), table.refresh()]
  calls[0]!(reading([row('a', 1)], null))
  await first
  expect(table.rows.get('a')?.value).toBe(1)
  await expect.poll(() => calls.length).toBe(2)
  calls[1]!(reading([row('a', 2)], ['a', 'gone']))
  await Promise.all(later)
  expect([...table.rows.values()]).toEqual([row('a', 2)])
})

test('a failed read fails only its callers', async () => {
  let calls = 0
  const table = new BranchTable<Row>(() =>
    calls++ === 0 ? Promise.reject(new Error('away')) : Promise.resolve(reading([], null)),
  )
  await expect(table.refresh()).rejects.toThrow('away')
  await table.refresh()
  expect(table.isTooLarge).toBe(false)
})

test('a result is computed once until a branch changes, and again after a failure', async () => {
  const changes: (string[] | null)[] = [null, [], ['a']]
  const table = new BranchTable<Row>(() => Promise.resolve(reading([], changes.shift() ?? [])))
  let computed = 0
  const ask = async () => {
    await table.refresh()
    return table.memoize('how many', () => Promise.resolve(++computed), { isRepeatable: true })
  }
  expect([await ask(), await ask(), await ask()]).toEqual([1, 1, 2])
  const fails = (compute: () => Promise<unknown>) => table.memoize('fails', compute, { isRepeatable: true })
  await expect(fails(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await fails(() => Promise.resolve('back'))).toBe('back')
})

test('a non-repeatable result is shared by callers that waited for the same read, and by none after them', async () => {
  const { table, calls } = pending()
  const ask = async () => {
    await table.refresh()
    return table.memoize('value', () => Promise.resolve(table.rows.get('a')?.value), { isRepeatable: false })
  }
  let computed = 0
  const count = async () => {
    await table.refresh()
    return table.memoize('count', () => Promise.resolve(++computed), { isRepeatable: false })
  }
  const together = [ask(), ask(), count(), count()]
  await expect.poll(() => calls.length).toBe(1)
  const later = [ask(), count(), count()]
  calls[0]!(reading([row('a', 1)], null))
  expect(await Promise.all(together)).toEqual([1, 1, 1, 1])
  await expect.poll(() => calls.length).toBe(2)
  calls[1]!(reading([row('a', 2)], ['a']))
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  const alone = count()
  await expect.poll(() => calls.length).toBe(3)
  calls[2]!(reading([], []))
  expect(await alone).toBe(3)
})

test('the least recently used table is evicted, and never one in use', async () => {
  const cache = new BranchTableCache<Row>(3)
  const keys = ['a', 'b', 'c'].map((account) => cacheKey(accountScope(account), {}))
  const rows = ['1', '2'].map((branchUuid) => row(branchUuid, 1))
  const reads: number[] = []
  const open = (at: number) =>
    cache.open(keys[at]!, (since) => {
      if (since === null) reads.push(at)
      return Promise.resolve(since === null ? reading(rows, null) : reading([], []))
    })
  for (const at of [0, 0, 1, 1, 0]) await open(at)
  expect(reads).toEqual([0, 1, 0])
})

test('an account with too many branches has no table', async () => {
  const cache = new BranchTableCache<Row>()
  expect(await cache.open(cacheKey(accountScope('a'), {}), () => Promise.resolve(null))).toBeNull()
})
