import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

// The product of these tests syncs nothing by itself: what a connected one would tell is answered here.

const now = Date.now()
const feed = (id: string, more: object = {}) => ({
  id,
  name: id,
  source: 'https://feeds.example.org',
  checkedAt: now - 12 * 60_000,
  fullAt: now - 86_400_000,
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

/** What is answered to the page; a sync that is begun is running from then on. */
async function answerFeeds(page: Page) {
  const answer = {
    source: 'https://feeds.example.org',
    ecosystems: 'in-use',
    maySync: true,
    feeds: [feed('npm'), feed('Go', unreachable), feed('EPSS', { ...unreachable, checkedAt: null })],
    sync: idle as object,
  }
  const calls: unknown[] = []
  await page.route('**/api/v1/databases/feeds', (route) => route.fulfill({ json: answer }))
  await page.route('**/api/v1/databases/osv/sync', (route) => {
    calls.push(route.request().postDataJSON())
    answer.sync = {
      ...idle,
      state: 'running',
      current: 'npm: all advisories',
      read: 12_345,
      expected: 220_000,
    }
    return route.fulfill({ json: answer.sync })
  })
  return { answer, calls }
}

describeWithBrowser('the status page', (stage) => {
  test.each(['light', 'dark'] as const)(
    'tells what is synced, and syncs it now, in %s',
    async (colorScheme) => {
      const { page, context } = await stage.open('/', { colorScheme, reducedMotion: 'reduce' })
      const { answer, calls } = await answerFeeds(page)
      await page.goto(`${new URL(page.url()).origin}/status`)
      const section = page.getByRole('region', { name: 'Sync' })
      await section.getByText(/^Last synced \d+ minutes ago/).waitFor()
      // Two feeds that fail for one reason are one line.
      await section.getByText('Failed to sync Go and EPSS').waitFor()
      await section.getByText('feeds.example.org cannot be reached').waitFor()
      expect(await violations(page)).toEqual([])

      await section.getByRole('button', { name: 'Sync now' }).focus()
      await page.keyboard.press('Enter')
      await section.getByText('12,345 of 220,000').waitFor()
      expect(calls).toEqual([{}])
      expect(await section.getByRole('button', { name: 'Sync now' }).isDisabled()).toBe(true)
      expect(await violations(page)).toEqual([])

      answer.feeds = answer.feeds.map((each) => ({ ...each, error: null, failures: 0, checkedAt: now }))
      answer.sync = { ...idle, state: 'done' }
      await section.getByText('Failed to sync').waitFor({ state: 'detached' })
      expect(await section.getByRole('progressbar').count()).toBe(0)
      await context.close()
    },
  )

  test('says what to do where nothing is synced by itself', async () => {
    const { page, context } = await stage.open('/status')
    await page.getByText('Automatic sync is off.').waitFor()
    expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await context.close()
  })

  test('shows how the server works and what was published, and checks connections when asked', async () => {
    const { page, context } = await stage.open('/status')
    const server = page.getByRole('region', { name: 'Server' })
    await server.getByRole('row', { name: 'Database Healthy' }).waitFor()
    await server.getByRole('row', { name: 'Workers Healthy' }).waitFor()
    await page.getByText('No license key is needed.').waitFor()
    await page.getByText(/published in the last 30 days, .* in total/).waitFor()
    await page.getByRole('button', { name: 'Check connections' }).focus()
    await page.keyboard.press('Enter')
    await page
      .getByText(/^\d+ of \d+ services are reachable\.$|^No external services are configured\.$/)
      .waitFor()
    expect(await violations(page)).toEqual([])
    await context.close()
  })

  test('says which service gives no reason, and that the languages are not available', async () => {
    const { page, context } = await stage.open('/')
    await page.route('**/admin/server/database/healthcheck', (route) => route.abort())
    await page.route('**/api/v1/componentpedia/supported_languages', (route) => route.abort())
    await page.goto(`${new URL(page.url()).origin}/status`)
    await page.getByText('Unable to obtain reason for failure').waitFor()
    await page.getByText('Componentpedia languages not available').waitFor()
    await context.close()
  })
})
