import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { RecentReadings } from './recent-readings.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('a reading evicted for a newer one is freed long before it expires', async () => {
  const recent = new RecentReadings<object>({ maxWeight: 1, sizeOf: () => 1, ms: 600_000 })
  const read = async (key: string) => new WeakRef(await recent.getOrRead(key, async () => ({ key })))
  const [dropped, kept] = [await read('first'), await read('second')]
  for (let count = 0; count < 3; count++) {
    await turn()
    collectGarbage()
  }
  expect([dropped.deref(), kept.deref()]).toEqual([undefined, { key: 'second' }])
})
