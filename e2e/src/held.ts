import type { Page } from 'playwright-core'

/** What a page holds after all that can be given back was given back. */
export interface Held {
  heapBytes: number
  nodes: number
  listeners: number
}

/** Garbage that finalizers free is only gone after another collection. */
const collections = 3

export async function heldBy(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  for (let each = 0; each < collections; each++) {
    await session.send('HeapProfiler.collectGarbage')
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value
  return { heapBytes: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') }
}
