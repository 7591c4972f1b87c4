import type { Page } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { loaded } from './browser-user.ts'

/** Memory that a page retains after garbage collection. */
export interface HeapUsage {
  heapBytes: number
  nodes: number
  listeners: number
}

/** Garbage freed by finalizers is only collected the next time. */
const collections = 3
/** Pending responses are retained for a moment. */
const measurements = 4
const betweenMs = 500

/** The minimum of several measurements on a dashboard, once it is complete. */
export async function heapUsageOf(page: Page): Promise<HeapUsage> {
  await waitForTrend(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const samples: HeapUsage[] = []
  for (let measured = 0; measured < measurements; measured++) {
    await sleep(betweenMs)
    for (let each = 0; each < collections; each++) {
      await session.send('HeapProfiler.collectGarbage')
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (metric: string) => metrics.find(({ name }) => name === metric)!.value
    samples.push({ heapBytes: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') })
  }
  await session.detach()
  const least = (what: keyof HeapUsage) => Math.min(...samples.map((usage) => usage[what]))
  return { heapBytes: least('heapBytes'), nodes: least('nodes'), listeners: least('listeners') }
}

/** Follows links from a report to the dashboard, where `goRound` starts. */
export async function beginRounds(page: Page, projectUuid: string): Promise<void> {
  await page.goto(`/projects?pid=${projectUuid}`)
  await page.getByRole('tab').first().waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.locator('main [data-row]').first().waitFor()
  await waitForTrend(page)
}

/** The charts of the trend load last, and the rounds do not wait for them. */
async function waitForTrend(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Open vulnerabilities over time' }).waitFor()
  await loaded(page)
}

/** Expands and collapses another row each time, then goes to the status, the report and back to the dashboard. */
export const goRound = (page: Page, times: number): Promise<void> =>
  page.evaluate(async (times) => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    const until = async (isThere: () => boolean) => {
      while (!isThere()) await new Promise(requestAnimationFrame)
    }
    const isDashboard = () => location.pathname === '/dashboard' && all('main [data-row]').length > 0
    for (let round = 0; round < times; round++) {
      const rows = all('main [data-row]').filter((row) => row.closest('[data-key]'))
      const row = rows[round % Math.min(rows.length, 20)]!
      row.click()
      await until(() => all('[data-key] canvas').length === 1)
      row.click()
      await until(() => all('main [aria-expanded=true][data-row], [data-key] canvas').length === 0)
      all('header a[href="/status"]')[0]!.click()
      await until(() => location.pathname === '/status' && all('main h1').length > 0)
      // Past the history entries of the row.
      history.go(-3)
      await until(isDashboard)
      history.back()
      await until(() => location.pathname === '/projects' && all('[role=tab]').length > 0)
      history.forward()
      await until(isDashboard)
    }
  }, times)
