import { beforeAll, expect, test } from 'vitest'
import { beginRounds, goRound, heldBy } from './held.ts'
import { stories } from './stories.ts'

const rounds = 200
/** The first rounds load pages and compile code, which stays. */
const warmRounds = 20
const timeoutMs = 300_000

stories('the heap', (stage) => {
  let pid: string

  beforeAll(async () => {
    for (let each = 0; each < 8; each++) {
      pid = await stage.product.scan(`https://github.com/org/project-${each}`, ['lodash@4.17.4'])
    }
  })

  test(
    'holds no more after 200 rounds of rows and pages than before',
    async () => {
      const { page, leave } = await stage.open('/dashboard', { baseURL: stage.product.url })
      await beginRounds(page, pid)
      await goRound(page, warmRounds)
      const before = await heldBy(page)
      await goRound(page, rounds)
      const after = await heldBy(page)
      expect(after.heapBytes / before.heapBytes).toBeLessThan(1.1)
      expect(after.nodes / before.nodes).toBeLessThan(1.1)
      expect(after.listeners / before.listeners).toBeLessThan(1.1)
      await leave()
    },
    timeoutMs,
  )
})
