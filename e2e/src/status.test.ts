import { dayMs } from '@assay/engine/time.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations, violationsInBothSchemes } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

// The product of these tests syncs nothing automatically, so the responses about feeds are mocked.

const now = Date.now()
const feed = (id: string, more: object = {}) => ({
  id,
  name: id,
  source: 'https://feeds.example.org',
  checkedAt: now - 12 * 60_000,
  fullAt: now - dayMs,
  nextAt: now + 48 * 60_000,
  error: null,
  failures: 0,
  ...more,
})
const idle = {
  uuid: null,
  state: 'idle',
  current: '',
  read: 0,
  expected: null,
  added: 0,
  changed: 0,
  unchanged: 0,
  skipped: [],
  reason: null,
  startedAt: null,
  finishedAt: null,
}
const unreachable = { error: 'feeds.example.org cannot be reached', failures: 3 }

/** Mocks the responses about feeds; a sync that was started stays running. */
async function mockFeeds(page: Page) {
  const response = {
    source: 'https://feeds.example.org',
    ecosystems: 'in-use',
    maySync: true,
    feeds: [feed('npm'), feed('Go', unreachable), feed('EPSS', { ...unreachable, checkedAt: null })],
    sync: idle as object,
  }
  const calls: unknown[] = []
  await page.route('**/api/v1/databases/feeds', (route) => route.fulfill({ json: response }))
  await page.route('**/api/v1/databases/osv/sync', (route) => {
    calls.push(route.request().postDataJSON())
    response.sync = {
      ...idle,
      state: 'running',
      current: 'npm: all advisories',
      read: 12_345,
      expected: 220_000,
    }
    return route.fulfill({ json: response.sync })
  })
  return { response, calls }
}

describeWithBrowser('the status page', (stage) => {
  test('shows the synced feeds, and syncs them on request, in both color schemes', async () => {
    const { page, context } = await stage.open('/', { reducedMotion: 'reduce' })
    const { response, calls } = await mockFeeds(page)
    await page.goto(`${new URL(page.url()).origin}/status`)
    const section = page.getByRole('region', { name: 'Sync' })
    await section.getByText(/^Last synced \d+ minutes ago/).waitFor()
    // Feeds that fail for the same reason share a line.
    await section.getByText('Failed to sync Go and EPSS').waitFor()
    await section.getByText('feeds.example.org cannot be reached').waitFor()
    await expect.poll(() => violationsInBothSchemes(page)).toEqual([])

    await section.getByRole('button', { name: 'Sync now' }).focus()
    await page.keyboard.press('Enter')
    await section.getByText('12,345 of 220,000').waitFor()
    expect(calls).toEqual([{}])
    expect(await section.getByRole('button', { name: 'Sync now' }).isDisabled()).toBe(true)
    await expect.poll(() => violationsInBothSchemes(page)).toEqual([])

    response.feeds = response.feeds.map((each) => ({ ...each, error: null, failures: 0, checkedAt: now }))
    response.sync = { ...idle, state: 'done' }
    await section.getByText('Failed to sync').waitFor({ state: 'detached' })
    expect(await section.getByRole('progressbar').count()).toBe(0)
    await context.close()
  })

  test('shows the state of the server and new advisories, and checks connections on request', async () => {
    const { page, context } = await stage.open('/status')
    const server = page.getByRole('region', { name: 'Server' })
    await server.getByRole('row', { name: 'Database Healthy' }).waitFor()
    await server.getByRole('row', { name: 'Workers Healthy' }).waitFor()
    await page.getByText('Automatic sync is off.').waitFor()
    await page.getByRole('row', { name: 'Advisory sync Not configured' }).waitFor()
    expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0)
    await page.getByText('No license key is needed.').waitFor()
    await page.getByText(/^Components link to their registry page .*RubyGems/).waitFor()
    await page.getByText(/published in the last 30 days, .* in total/).waitFor()
    await page.getByRole('button', { name: 'Check connections' }).focus()
    await page.keyboard.press('Enter')
    await page
      .getByText(/^\d+ of \d+ services are reachable\.$|^No external services are configured\.$/)
      .waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await context.close()
  })

  test('shows failed services without a reason, and missing languages', async () => {
    const { page, context } = await stage.open('/')
    await page.route('**/admin/server/database/healthcheck', (route) => route.abort())
    await page.route('**/api/v1/componentpedia/supported_languages', (route) => route.abort())
    await page.goto(`${new URL(page.url()).origin}/status`)
    await page.getByText('Unable to obtain reason for failure').waitFor()
    await page.getByText('Componentpedia languages not available').waitFor()
    await context.close()
  })

  test('shows how much work is queued, and since when the oldest has waited', async () => {
    const { page, context } = await stage.open('/')
    const scans = { kind: 'scan-build', running: 0, failed: 0 }
    await page.route('**/api/v1/queue', (route) =>
      route.fulfill({
        json: {
          isWholeInstallation: true,
          work: [
            { ...scans, priority: 'interactive', queued: 3, running: 2, oldestQueuedAt: now - 180_000 },
            { ...scans, priority: 'rescan', queued: 10_000, oldestQueuedAt: now - 7_200_000 },
          ],
        },
      }),
    )
    await page.goto(`${new URL(page.url()).origin}/status`)
    const rows = page.getByRole('region', { name: 'Queue' }).getByRole('row')
    await rows.nth(2).waitFor()
    const cellsOf = async (row: number) => (await rows.nth(row).locator('td').allInnerTexts()).slice(1, 4)
    expect(await cellsOf(1)).toEqual(['3', '2', expect.stringMatching(/^\d+ minutes ago$/)])
    expect(await cellsOf(2)).toEqual(['10,000', '0', '2 hours ago'])
    await context.close()
  })
})
