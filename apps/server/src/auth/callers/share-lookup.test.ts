import { expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { shareLookup } from './share-lookup.ts'

const db = {} as Database

/** Each lookup returns its number once released. */
function numbered() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const keys: string[] = []
  const find = shareLookup(async (_db, accountUuid: string, uuid: string) => {
    const number = keys.push(`${accountUuid}/${uuid}`)
    await released
    return number
  })
  return { find, release, keys }
}

test('concurrent requests share the lookup of the same session, but not of another', async () => {
  const { find, release, keys } = numbered()
  const found = [find(db, 'a', '1'), find(db, 'a', '1'), find(db, 'a', '2'), find(db, 'b', '1')]
  const ofAnotherServer = find({} as Database, 'a', '1')
  release()
  expect(await Promise.all(found)).toEqual([1, 1, 2, 3])
  expect(await ofAnotherServer).toBe(4)
  expect(keys).toEqual(['a/1', 'a/2', 'b/1', 'a/1'])
})

test('a request that arrives after the lookup was sent starts its own', async () => {
  const { find, release, keys } = numbered()
  const first = find(db, 'a', '1')
  await expect.poll(() => keys).toHaveLength(1)
  const second = find(db, 'a', '1')
  await expect.poll(() => keys).toHaveLength(2)
  release()
  expect(await Promise.all([first, second])).toEqual([1, 2])
})

test('a failed lookup is not cached', async () => {
  let attempts = 0
  const find = shareLookup((_db, _accountUuid: string, _uuid: string) =>
    ++attempts === 1 ? Promise.reject(new Error('away')) : Promise.resolve('found'),
  )
  const together = await Promise.allSettled([find(db, 'a', '1'), find(db, 'a', '1')])
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await find(db, 'a', '1')).toBe('found')
})
