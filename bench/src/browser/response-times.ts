import type { Page } from 'playwright-core'
import { median } from '../measure.ts'

const times = 5

export interface ResponseTimes {
  /** From the end of the response to the frame that shows it. */
  shownMs: number
  /** Time from the action to that frame. */
  wholeMs: number
}

/** Medians of actions that load metrics. Each must request something uncached, or it times out. */
export async function measureResponses(
  page: Page,
  act: (turn: number) => Promise<unknown>,
): Promise<ResponseTimes> {
  const samples: ResponseTimes[] = []
  for (let turn = 0; turn < times; turn++) {
    await page.evaluate(followTable)
    await act(turn)
    samples.push(
      await page.evaluate(
        () => (globalThis as unknown as { responseTimes: Promise<ResponseTimes> }).responseTimes,
      ),
    )
  }
  return {
    shownMs: median(samples.map(({ shownMs }) => shownMs)),
    wholeMs: median(samples.map(({ wholeMs }) => wholeMs)),
  }
}

/** Runs in the page: records the first frame after the response in which the table is no longer busy. */
function followTable(): void {
  const limitMs = 20_000
  const isBusy = () => document.querySelector('table[aria-rowcount]')?.getAttribute('aria-busy') === 'true'
  const frame = () => new Promise(requestAnimationFrame)
  const response = new Promise<PerformanceEntry>((resolve, reject) => {
    const observer = new PerformanceObserver((list) => {
      const [own] = list.getEntries().filter(({ name }) => name.includes('/metrics/security/me'))
      if (own === undefined) return
      observer.disconnect()
      resolve(own)
    })
    observer.observe({ type: 'resource' })
    setTimeout(() => reject(new Error('Nothing was asked for')), limitMs)
  })
  const followed = (async () => {
    let begin = 0
    for (const event of ['pointerdown', 'keydown', 'input']) {
      addEventListener(event, () => void (begin = performance.now()), { capture: true })
    }
    const { responseEnd } = (await response) as PerformanceResourceTiming
    do await frame()
    while (isBusy())
    const shown = performance.now()
    return { shownMs: shown - responseEnd, wholeMs: shown - begin }
  })()
  // Handles the rejection until it is awaited.
  followed.catch(() => undefined)
  Object.assign(globalThis, { responseTimes: followed })
}
