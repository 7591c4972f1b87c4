import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violationsInBothSchemes } from './browser-user.ts'

// Jobs fail permanently only after hours, so the list of failed jobs is mocked.

const total = 10_000
const now = Date.now()
const rows = (page: number) =>
  Array.from({ length: 50 }, (_, index) => ({
    uuid: `${String(page * 1000 + index).padStart(8, '0')}-0000-4000-8000-000000000000`,
    job: 'send-email',
    reason: 'connect ECONNREFUSED 192.0.2.1:587',
    attempts: 13,
    queuedAt: now - 18_000_000,
    failedAt: now - 60_000 * index,
    payload: { to: `member-${page}-${index}@example.org`, content: '(encrypted)' },
  }))

/** Mocks the pages of failed jobs, without those already retried. */
async function mockFailedJobs(page: Page): Promise<string[]> {
  const calls: string[] = []
  await page.route('**/api/v1/jobs/failed*', (route: Route) => {
    const isFirst = !route.request().url().includes('after=')
    const jobs = rows(isFirst ? 0 : 1)
    const left = calls.length > 0 ? jobs.slice(1) : jobs
    return route.fulfill({
      json: { jobs: left, total: total - calls.length, nextAfter: isFirst ? left.at(-1)!.uuid : null },
    })
  })
  await page.route('**/api/v1/jobs/failed/**', (route: Route) => {
    calls.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`)
    return route.fulfill({ json: { dismissed: 10_000, retried: 10_000, kept: 0 } })
  })
  return calls
}

describeWithBrowser('the jobs page', (stage) => {
  test('shows the operator waiting and failed jobs, in both color schemes', async () => {
    const { page, context } = await stage.open('/status', { reducedMotion: 'reduce' })
    const calls = await mockFailedJobs(page)
    await page.getByRole('link', { name: 'Show failed jobs' }).click()
    const idle = page.getByRole('region', { name: /idle queues$/ })
    await page.getByText('10,000 jobs failed').waitFor()
    expect(await idle.count()).toBe(0)
    await page.getByText(/idle queues$/).click()
    await idle.getByRole('rowheader', { name: 'Email' }).waitFor()
    await idle.getByRole('cell', { name: 'Daily at 03:17' }).waitFor()
    const names = await idle.getByRole('rowheader').allInnerTexts()
    expect(names.filter((name) => /^[a-z-]+$/.test(name))).toEqual([])
    const schedules = await idle.getByRole('row').locator('td:last-child').allInnerTexts()
    expect(schedules.filter((text) => text.includes('*'))).toEqual([])
    await expect.poll(() => violationsInBothSchemes(page)).toEqual([])

    // Only by keyboard.
    const [first] = rows(0)
    await page
      .getByRole('button', { name: `Retry Email ${first!.uuid.slice(0, 8)}` })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 job queued again').waitFor()
    expect(calls).toEqual([`POST /api/v1/jobs/failed/${first!.uuid}/retry`])
    await page.getByText('9,999 jobs failed').waitFor()
    expect(await page.locator(':focus').textContent()).toBe('Failed jobs')

    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('Payload').nth(1).click()
    await page.getByText('member-1-2@example.org').waitFor()
    expect(page.url()).toContain('after=')

    await page.getByRole('button', { name: 'Dismiss all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Dismiss failed jobs?' })
    await dialog.waitFor()
    await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Dismiss all' }).click()
    await page.getByText('10,000 jobs dismissed').waitFor()
    expect(calls.at(-1)).toBe('POST /api/v1/jobs/failed/dismiss')
    await context.close()
  })
})
