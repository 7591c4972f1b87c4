import type { BrowserContext, Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { loaded, violations } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

const notice = (page: Page) => page.getByRole('button', { name: /new scans? · Show$/ })

/** Resolves when a page of the browser is connected to the live events. */
const whenLive = (context: BrowserContext) =>
  context.waitForEvent('response', (response) => response.url().includes('/api/v1/live'))

describeWithBrowser('a scan that finishes elsewhere', (stage) => {
  const url = 'https://example.org/live'
  beforeAll(async () => {
    for (let count = 0; count < 40; count++)
      await stage.product.scan(`https://example.org/project-${count}`, ['left-pad@1.3.0'])
    await stage.product.scan(url, ['lodash@4.17.4'])
  })

  test('is announced on the dashboard without moving it, and shown on request', async () => {
    const { page, context, leave } = await stage.open()
    const begun = whenLive(context)
    const first = page.getByRole('rowheader').first()
    await expect.poll(() => first.innerText()).toContain('live')
    await begun
    await loaded(page)
    await page.getByRole('rowheader').nth(20).scrollIntoViewIfNeeded()
    const scrollPosition = () => page.evaluate(() => scrollY)
    const before = await scrollPosition()
    await stage.product.scan('https://example.org/another', ['lodash@4.17.21'])
    await notice(page).waitFor()
    expect(await notice(page).innerText()).toBe('1 new scan · Show')
    expect(await scrollPosition()).toBe(before)
    expect(await first.innerText()).toContain('live')
    await notice(page).click()
    await expect.poll(() => first.innerText()).toContain('another')
    await notice(page).waitFor({ state: 'detached' })
    expect(await scrollPosition()).toBe(before)
    await page.evaluate(() => scrollTo(0, 0))
    await stage.product.scan('https://example.org/third', ['lodash@4.17.21'])
    await notice(page).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await notice(page).waitFor({ state: 'detached' })
    await leave()
  })

  test('is announced in every tab, over one connection', async () => {
    const { page, context, leave } = await stage.open('/terms.html')
    const open = new Set<Request>()
    context.on('request', (request) => void (request.url().includes('/api/v1/live') && open.add(request)))
    context.on('requestfinished', (request) => void open.delete(request))
    context.on('requestfailed', (request) => void open.delete(request))
    // The live connection, and one initial request.
    let begun = 0
    page.on('request', (request) => request.url().includes('/api/v1/live') && begun++)
    await page.goto(`${stage.product.url}/dashboard`)
    await expect.poll(() => begun).toBe(2)
    const other = await context.newPage()
    await other.goto(`${stage.product.url}/projects`)
    await other.getByRole('table').waitFor()
    // The initial requests have completed.
    await expect.poll(() => open.size).toBe(1)
    await stage.product.scan('https://example.org/in-tabs', ['lodash@4.17.21'])
    await notice(page).waitFor()
    await notice(other).waitFor()
    expect(open.size).toBe(1)
    // The tab with the connection closes, and another one takes over.
    const connected = whenLive(context)
    await page.close()
    await connected
    await notice(other).click()
    await notice(other).waitFor({ state: 'detached' })
    await stage.product.scan('https://example.org/in-the-other-tab', ['lodash@4.17.21'])
    await notice(other).waitFor()
    await leave()
  })

  test('is announced only in the report of its project and branch', async () => {
    const { page, context, leave } = await stage.open()
    const { items } = await stage.product.api.projects.page({
      params: { accountUuid: (await stage.product.api.accounts.me()).uuid },
      query: { text: 'live' },
    })
    const begun = whenLive(context)
    await page.goto(`${stage.product.url}/projects?pid=${items[0]!.uuid}`)
    await page.getByRole('heading', { name: 'live' }).first().waitFor()
    await begun
    await stage.product.scan('https://example.org/in-tabs', ['lodash@4.17.20'])
    await stage.product.scan(url, ['lodash@4.17.20'])
    await notice(page).waitFor()
    expect(await notice(page).innerText()).toBe('1 new scan · Show')
    await notice(page).click()
    await expect.poll(() => page.getByLabel('Scan', { exact: true }).innerText()).toContain('#2')
    await notice(page).waitFor({ state: 'detached' })
    await leave()
  })
})
