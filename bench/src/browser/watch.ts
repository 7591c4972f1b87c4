import type { BrowserContext, Page } from 'playwright-core'

/** Measurements within the page, in ms since the start of its navigation. */
export interface Observations {
  /** Tasks longer than 50 ms. */
  longTasks: { start: number; ms: number }[]
  firstPaint: number
  largestPaint: number
  /** The largest sum of shifts within a session window (web.dev/articles/cls). */
  shift: number
}

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/** Records these measurements in every page of the context. */
export const watch = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const noted: Observations = { longTasks: [], firstPaint: 0, largestPaint: 0, shift: 0 }
    Object.assign(globalThis, { noted })
    const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    observe('longtask', ({ startTime, duration }) => noted.longTasks.push({ start: startTime, ms: duration }))
    observe('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') noted.firstPaint = startTime
    })
    observe('largest-contentful-paint', ({ startTime }) => void (noted.largestPaint = startTime))
    let window = { first: 0, last: 0, sum: 0 }
    observe('layout-shift', (entry) => {
      const { startTime, value, hadRecentInput } = entry as Shift
      if (hadRecentInput) return
      const isNew = startTime - window.last > 1000 || startTime - window.first > 5000
      window = {
        first: isNew ? startTime : window.first,
        last: startTime,
        sum: (isNew ? 0 : window.sum) + value,
      }
      noted.shift = Math.max(noted.shift, window.sum)
    })
  })

export const readMeasurements = (page: Page): Promise<Observations> =>
  page.evaluate(() => (globalThis as unknown as { noted: Observations }).noted)

/** Total blocking time after the first paint: the part of each task beyond 50 ms. */
export const blockedMs = ({ longTasks, firstPaint }: Observations): number =>
  longTasks.filter(({ start }) => start >= firstPaint).reduce((sum, { ms }) => sum + ms - 50, 0)
