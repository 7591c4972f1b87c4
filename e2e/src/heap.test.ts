import { beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { beginRounds, goRound, type HeapUsage, heapUsageOf } from './heap-usage.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { visitAsMember } from './browser-user.ts'

const rounds = 60
/** The first rounds load pages and fill caches, which remain. */
const warmRounds = 20
/** A leak adds up over 60 rounds; without one, the heap grows by half a percent, nodes and listeners not at all. */
const maxGrowth = 1.03
/** Compiled code is part of the heap and grows unpredictably, so V8 only interprets. */
const interpretOnly = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode'
const timeoutMs = 600_000

/** What has grown too much, and by which factor. */
const growth = (before: HeapUsage, after: HeapUsage) =>
  (['heapBytes', 'nodes', 'listeners'] as const)
    .map((what) => [what, after[what] / before[what]] as const)
    .filter(([, factor]) => factor >= maxGrowth)

describeWithBrowser('the heap', (stage) => {
  let pid: string

  beforeAll(async () => {
    for (let each = 0; each < 8; each++) {
      pid = await stage.product.scan(`https://github.com/org/project-${each}`, ['lodash@4.17.4'])
    }
  })

  test(
    `does not grow over ${rounds} rounds through rows and pages`,
    async () => {
      const browser = await launchBrowser(interpretOnly)
      const { page, context, failures } = await visitAsMember(browser, stage.product, {
        baseURL: stage.product.url,
      })
      await beginRounds(page, pid)
      await goRound(page, warmRounds)
      const before = await heapUsageOf(page)
      await goRound(page, rounds)
      // Requests that a busy machine has not answered yet keep their listeners for a while; a leak keeps them forever.
      await expect.poll(async () => growth(before, await heapUsageOf(page))).toEqual([])
      // Faster than any member, it may open an event stream before the server has noticed the end of earlier ones.
      expect(failures.filter((failure) => !failure.includes('429'))).toEqual([])
      await context.close()
      await browser.close()
    },
    timeoutMs,
  )
})
