import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin } from './product.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violations } from './browser-user.ts'

const banner = (page: Page) => page.getByText('The server cannot be reached.')
const site = (page: Page) => page.getByRole('navigation', { name: 'Site' })

/** Makes all requests fail until the returned function is called. */
async function takeServerAway(page: Page): Promise<() => Promise<void>> {
  const abort = (route: { abort: () => Promise<void> }) => route.abort()
  await page.route('**/*', abort)
  return () => page.unroute('**/*', abort)
}

describeWithBrowser('failures', (stage) => {
  test('an unreachable server keeps the frame, and the requested page loads once it is back', async () => {
    const { page, context } = await stage.open('/dashboard')
    await page.getByRole('heading', { name: 'Metrics', exact: true }).waitFor()
    const bringBack = await takeServerAway(page)
    await site(page).getByRole('link', { name: 'Status' }).click()
    await banner(page).waitFor()
    await expect.poll(() => site(page).isVisible()).toBe(true)
    await bringBack()
    await page.getByRole('heading', { level: 1, name: 'Status' }).waitFor()
    await banner(page).waitFor({ state: 'hidden' })
    await context.close()
  })

  test('a server that comes back as another version leads to an offer to reload', async () => {
    const { page, context } = await stage.open('/status')
    await page.getByRole('heading', { level: 1, name: 'Status' }).waitFor()
    // All chunks must be loaded: a missing one would reload the page.
    await page.getByRole('link', { name: 'Inbox' }).waitFor()
    await page.waitForLoadState('networkidle')
    const bringBack = await takeServerAway(page)
    // The page reloads its numbers every few seconds.
    await banner(page).waitFor()
    await page.route(`${stage.product.url}/`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/new.js"></script>',
      }),
    )
    await bringBack()
    await page.getByText('A new version of Assay is available.').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.unroute(`${stage.product.url}/`)
    await page.getByRole('button', { name: 'Reload page' }).click()
    await page.getByText('A new version of Assay is available.').waitFor({ state: 'hidden' })
    await context.close()
  })

  test('content that cannot be refreshed stays visible, with the error', async () => {
    await stage.product.scan('https://github.com/org/kept', ['lodash@4.17.4'])
    const { page, context } = await stage.open('/dashboard')
    const lists = ['Fix first', 'Open vulnerabilities'].map((name) =>
      page.getByRole('region', { name, exact: true }),
    )
    for (const list of lists) await list.waitFor()
    await page.route(/\/(?:trend|fixes)\?/, (route) =>
      route.fulfill({ status: 400, json: { errorType: 'invalidInput', message: 'Not today' } }),
    )
    // Returning to the page refreshes data older than a few seconds.
    const errors = page.getByRole('button', { name: 'Try again' })
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
        return errors.count()
      })
      .toBe(2)
    for (const list of lists) await expect.poll(() => list.isVisible()).toBe(true)
    await context.close()
  })

  test('an error in a page is shown within the frame, and other pages work', async () => {
    const { page, context } = await stage.open('/dashboard')
    await page.getByRole('heading', { name: 'Metrics', exact: true }).waitFor()
    const breaking = (route: { fulfill: (answer: object) => Promise<void> }) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export const StatusPage = () => { throw new Error("x") }',
      })
    const chunk = /\/assets\/page-[^/]+\.js$/
    await page.route(chunk, breaking)
    await site(page).getByRole('link', { name: 'Status' }).click()
    await page.getByText('This page failed to load.').waitFor()
    await expect.poll(() => site(page).isVisible()).toBe(true)
    await site(page).getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Metrics', exact: true }).waitFor()
    await context.close()
  })

  test('after the machine was asleep, the page recovers without a login', async () => {
    await stage.product.scan('https://github.com/org/before', ['lodash@4.17.4'])
    const { page, context } = await stage.open('/terms.html')
    // While the machine sleeps, its clock goes on and timers do not: that of a silent connection never ends here.
    await page.addInitScript(() => {
      const clock = Date.now.bind(Date)
      const start = setTimeout.bind(window)
      const silenceMs = 40_000
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) => start(run, ms >= silenceMs ? 2 ** 31 - 1 : ms),
      })
      addEventListener('online', () => {
        Date.now = () => clock() + 9 * 3_600_000
      })
    })
    const isLive = () =>
      context.waitForEvent('response', (response) => response.url().includes('/api/v1/live'))
    const begun = isLive()
    await page.goto(`${stage.product.url}/dashboard`)
    await page.getByRole('rowheader').first().waitFor()
    await begun
    await context.setOffline(true)
    await stage.product.scan('https://github.com/org/overnight', ['lodash@4.17.4'])
    // The access token has expired, the session cookie has not.
    await page.evaluate(() => localStorage.setItem('assay.accessToken', 'expired'))
    const reconnected = isLive()
    await context.setOffline(false)
    await reconnected
    // Announced, unless the list is reloaded first, which removes the announcement.
    const show = page.getByRole('button', { name: '1 new scan · Show' })
    const overnight = page.getByRole('rowheader').filter({ hasText: 'overnight' })
    await expect
      .poll(async () => {
        if (await show.isVisible()) await show.click({ timeout: 1000 }).catch(() => undefined)
        return overnight.isVisible()
      })
      .toBe(true)
    await banner(page).waitFor({ state: 'hidden' })
    expect(await page.getByRole('dialog', { name: 'Log in' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Logout' }).isVisible()).toBe(true)
    await context.close()
  })

  test('an expired session is continued by a login in place, with the typed input', async () => {
    const { page, context } = await stage.open('/settings/tags')
    await page.getByRole('button', { name: 'New tag' }).click()
    const field = page.getByRole('dialog').getByLabel('Name')
    await field.fill('half a na')
    await context.clearCookies()
    await page.evaluate(() => localStorage.setItem('assay.accessToken', 'an old one'))
    await page
      .getByRole('main')
      .getByRole('button', { name: /create|add/i })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await dialog.getByText('Your session ended. Log in to continue where you were.').waitFor()
    await expect.poll(() => dialog.getByLabel('Email address').inputValue()).toBe(admin.email)
    await expect.poll(() => violations(page)).toEqual([])
    const password = dialog.getByLabel('Password', { exact: true })
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
    await password.fill(admin.password)
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('half a na')
    await page
      .getByRole('main')
      .getByRole('button', { name: /create|add/i })
      .first()
      .click()
    await page.getByText('half a na').first().waitFor()
    await context.close()
  })

  test('an expired session whose login is dismissed leads to the notice', async () => {
    const { page, context } = await stage.open('/dashboard')
    await page.getByRole('heading', { name: 'Metrics', exact: true }).waitFor()
    await context.clearCookies()
    await page.evaluate(() => localStorage.setItem('assay.accessToken', 'an old one'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Components' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'A LOGIN IS REQUIRED TO ACCESS METRICS' }).waitFor()
    await context.close()
  })
})
