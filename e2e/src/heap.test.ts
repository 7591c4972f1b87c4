import { beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { beginRounds, goRound, heldBy } from './heap-usage.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { visitAsMember } from './browser-user.ts'

const rounds = 60
/** The first ones load pages and fill caches, which stay. */
const warmRounds = 20
/** A leak of each round counts 60 times: nodes and listeners stay the same, the heap grows by half a percent. */
const maxGrowth = 1.03
/** Compiled code is in the heap, too, and grows as the engine likes: here it only interprets. */
const interpretOnly = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode'
const timeoutMs = 600_000

describeWithBrowser('the heap', (stage) => {
  let pid: string

  beforeAll(async () => {
    for (let each = 0; each < 8; each++) {
      pid = await stage.product.scan(`https://github.com/org/project-${each}`, ['lodash@4.17.4'])
    }
  })

  test(
    `holds no more after ${rounds} rounds of rows and pages than before`,
    async () => {
      const browser = await launchBrowser(interpretOnly)
      const { page, leave } = await visitAsMember(browser, stage.product, { baseURL: stage.product.url })
      await beginRounds(page, pid)
      await goRound(page, warmRounds)
      const before = await heldBy(page)
      await goRound(page, rounds)
      const after = await heldBy(page)
      for (const what of ['heapBytes', 'nodes', 'listeners'] as const)
        expect([what, after[what] / before[what] < maxGrowth, after[what]]).toEqual([what, true, after[what]])
      await leave()
      await browser.close()
    },
    timeoutMs,
  )
})
