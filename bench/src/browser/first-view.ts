import type { Page } from 'playwright-core'
import { median } from '../measure.ts'
import { leave, type Visits } from './visit.ts'
import { blockedMs, type Observations, readMeasurements } from './watch.ts'

const times = 5

export interface FirstView {
  /** Begun until the page is shown, and their bytes, including headers. */
  requests: number
  bytes: number
  /** All requests until the page has settled. */
  requestsInAll: number
  bytesInAll: number
  /** ms from the navigation until the page is shown. */
  shownMs: number
  largestPaintMs: number
  blockedMs: number
  shift: number
}

/** Medians over visits with an empty cache; `shown` selects the main content. */
export async function firstView(
  { member }: Visits,
  of: { path: string; shown: string; slowdown?: number },
): Promise<FirstView> {
  const samples: FirstView[] = []
  for (let each = 0; each < times; each++) {
    const page = await member()
    samples.push(await viewOnce(page, of))
    await leave(page)
  }
  const middle = (pick: (view: FirstView) => number) => median(samples.map(pick))
  return {
    requests: middle(({ requests }) => requests),
    bytes: middle(({ bytes }) => bytes),
    requestsInAll: middle(({ requestsInAll }) => requestsInAll),
    bytesInAll: middle(({ bytesInAll }) => bytesInAll),
    shownMs: middle(({ shownMs }) => shownMs),
    largestPaintMs: middle(({ largestPaintMs }) => largestPaintMs),
    blockedMs: middle(({ blockedMs }) => blockedMs),
    shift: middle(({ shift }) => shift),
  }
}

/** Later requests are not part of the first view. */
const settledMs = 1500

async function viewOnce(
  page: Page,
  { path, shown, slowdown = 1 }: Parameters<typeof firstView>[1],
): Promise<FirstView> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(path, { waitUntil: 'commit' })
  // The time is taken within the page: until a driver learns of it, later requests begin.
  const handle = await page.waitForFunction(
    (selector) => document.querySelector(selector) && performance.now(),
    shown,
  )
  const shownMs = Number(await handle.jsonValue())
  await page.waitForTimeout(settledMs)
  const all = await requestsOf(page)
  const first = all.filter(({ startMs }) => startMs < shownMs)
  const sumOf = (requests: typeof all) => requests.reduce((sum, { bytes }) => sum + bytes, 0)
  const noted: Observations = await readMeasurements(page)
  return {
    requests: first.length,
    bytes: sumOf(first),
    requestsInAll: all.length,
    bytesInAll: sumOf(all),
    shownMs,
    largestPaintMs: noted.largestPaint,
    blockedMs: blockedMs(noted),
    shift: noted.shift,
  }
}

const requestsOf = (page: Page) =>
  page.evaluate(() =>
    (['navigation', 'resource'] as const)
      .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
      .filter(({ name }) => !name.startsWith('data:'))
      .map(({ startTime, transferSize }) => ({ startMs: startTime, bytes: transferSize })),
  )
