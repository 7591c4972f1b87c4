import type { Page } from 'playwright-core'
import { readMeasurements } from './watch.ts'

const scrollMs = 5000
const stepPx = 300
const stepMs = 16

/** Scrolls the table by wheel for 5 s, through thousands of rows; returns the tasks longer than 50 ms, in ms. */
export async function scrollTable(page: Page): Promise<{ longTasks: number[]; scrolledPx: number }> {
  await page.mouse.move(700, 600)
  const before = (await readMeasurements(page)).longTasks.length
  const end = Date.now() + scrollMs
  while (Date.now() < end) {
    await page.mouse.wheel(0, stepPx)
    await page.waitForTimeout(stepMs)
  }
  const { longTasks } = await readMeasurements(page)
  const scrolledPx = await page.evaluate(() => window.scrollY)
  return { longTasks: longTasks.slice(before).map(({ ms }) => ms), scrolledPx }
}
