import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { logIn } from './browser-user.ts'

const basePath = '/tools/assay'
const isBelow = (path: string) => path === basePath || path.startsWith(`${basePath}/`)

/** Paths of everything that the page requests from its server. */
function recordRequests(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url())
    if (protocol === 'http:') requested.push(pathname)
  })
  return requested
}

const linksOf = (page: Page) =>
  page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))

/** Pages without parameters. */
async function pagesOfApp(): Promise<string[]> {
  const source = await readFile(new URL('../../apps/web/src/paths.ts', import.meta.url), 'utf8')
  const paths = [...source.matchAll(/: '(\/[\w/.-]+)'/g)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(20)
  return paths.filter((path) => !path.startsWith('/api'))
}

describeWithBrowser(
  'below a path of another site',
  (stage) => {
    test('a member logs in, goes from the dashboard to a report by links, and logs out', async () => {
      await stage.product.scan('https://github.com/org/below', ['lodash@4.17.4'])
      const { page, failures, context } = await stage.visit()
      const requested = recordRequests(page)
      await page.goto(stage.product.url)
      await logIn(page)
      await page.waitForURL((url) => url.pathname === `${basePath}/dashboard`)
      const report = page.getByRole('link', { name: 'Open the report of github.com/org/below, main' })
      await page.goto(new URL((await report.getAttribute('href'))!, stage.product.url).href)
      await page.getByRole('rowheader', { name: 'CVE-2019-10744' }).waitFor()
      await page.goto(`${stage.product.url}/dashboard`)
      await page.reload()
      await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
      await page.waitForURL((url) => url.pathname === `${basePath}/projects`)
      const left = page.waitForResponse(/\/credentials\/logout$/)
      await page.getByRole('button', { name: 'Logout' }).click()
      expect((await left).status()).toBe(200)
      expect(requested.filter((path) => !isBelow(path))).toEqual([])
      // Before the login, there is no session to renew.
      expect(failures.filter((failure) => !failure.includes('credentials/refresh'))).toEqual([])
      await context.close()
    })

    test('no link, asset or request of a page leaves the path', async () => {
      const { page, leave } = await stage.open()
      const requested = recordRequests(page)
      const outside: [string, string[]][] = []
      let count = 0
      for (const path of await pagesOfApp()) {
        await page.goto(stage.product.url + path)
        await page.getByRole('main').getByRole('heading').first().waitFor()
        await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
        const links = await linksOf(page)
        count += links.length
        const others = links.filter((link) => !isBelow(link))
        if (others.length > 0) outside.push([path, others])
      }
      expect(outside).toEqual([])
      expect(count).toBeGreaterThan(200)
      expect(requested.filter((path) => !isBelow(path))).toEqual([])
      await leave()
    })

    test('the API reference asks the server below the path', async () => {
      const { page, context } = await stage.visit()
      await page.goto(`${stage.product.url}/api`)
      await page.waitForURL((url) => url.pathname === `${basePath}/api/reference`)
      await page.getByText(basePath).first().waitFor()
      await context.close()
    })
  },
  { ASSAY_BASE_PATH: basePath },
)
