import type { Page } from 'playwright-core'
import { median } from '../measure.ts'
import { leave, type Visits } from './visit.ts'
import { blockedMs, type Observations, readMeasurements } from './watch.ts'

const times = 5

export interface FirstView {
  requests: number
  bytes: number
  /** ms from the navigation until the page is shown. */
  shownMs: number
  largestPaintMs: number
  blockedMs: number
  shift: number
}

/** Medians over visits with an empty cache; `isShown` waits for the main content. */
export async function firstView(
  { member }: Visits,
  of: { path: string; isShown: (page: Page) => Promise<unknown>; slowdown?: number },
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
  { path, isShown, slowdown = 1 }: Parameters<typeof firstView>[1],
): Promise<FirstView> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let requests = 0
  let bytes = 0
  session.on('Network.responseReceived', ({ response }) => {
    if (!response.url.startsWith('data:')) requests++
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  await page.goto(path, { waitUntil: 'commit' })
  await isShown(page)
  const shownMs = await page.evaluate(() => performance.now())
  await page.waitForTimeout(settledMs)
  const noted: Observations = await readMeasurements(page)
  return {
    requests,
    bytes,
    shownMs,
    largestPaintMs: noted.largestPaint,
    blockedMs: blockedMs(noted),
    shift: noted.shift,
  }
}
