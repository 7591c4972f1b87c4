import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, launchBrowser } from './browser.ts'
import { admin, type Product, startProduct } from './product.ts'
import { logIn, violations, visit } from './visitor.ts'

describe.runIf(browserPath() !== undefined)('the first page', () => {
  let product: Product
  let browser: Browser

  beforeAll(async () => {
    product = await startProduct()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  const closeAll = async (context: BrowserContext, failures: string[]) => {
    expect(failures).toEqual([])
    await context.close()
  }

  test('shows a visitor only the notice, asks for no data, and offers the login', async () => {
    const { context, page, failures } = await visit(browser)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(product.url)
    await page.getByRole('heading', { name: 'A LOGIN IS REQUIRED TO ACCESS METRICS' }).waitFor()
    expect(await page.getByText('This page requires authentication').isVisible()).toBe(true)
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await dialog.waitFor()
    const calls = () => asked.filter((path) => path.startsWith('/api/'))
    // The second one says whether visitors may make accounts.
    await expect.poll(calls).toEqual(['/api/v1/credentials/refresh', '/api/v1/site'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'login' }).click()
    expect(await dialog.isVisible()).toBe(false)
    await dialog.waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Logout' }).count()).toBe(0)
    await closeAll(context, failures)
  })

  test('refuses a wrong password in words', async () => {
    const { context, page, failures } = await visit(browser)
    await page.goto(product.url)
    await page.getByLabel('E-mail address').fill(admin.email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('The e-mail address or the password is wrong').waitFor()
    await closeAll(context, failures)
  })

  test('tells an account without scans how to begin', async () => {
    const { context, page, failures } = await visit(browser)
    await page.goto(product.url)
    await logIn(page)
    await page.getByText('no projects found').waitFor()
    expect(await violations(page)).toEqual([])
    await closeAll(context, failures)
  })

  describe('with scans', () => {
    beforeAll(async () => {
      await product.scan('https://github.com/org/old', ['minimist@1.2.0', 'lodash@4.17.4'])
      await product.scan('https://github.com/org/old', ['minimist@1.2.8', 'lodash@4.17.4'])
      await product.scan('https://github.com/org/clean', ['left-pad@1.3.0'])
    })

    test('shows what the API counts, and who is logged in', async () => {
      const { overview } = await product.api.metrics.security()
      const { context, page, failures } = await visit(browser)
      await page.goto(product.url)
      await logIn(page)
      const figure = (name: string) => page.getByRole('region', { name }).locator('p').first().innerText()
      expect(await figure('Total Projects')).toBe(String(overview.numberOfProjects))
      expect(await figure('Total Scans')).toBe('3')
      expect(await figure('Vulnerabilities')).toBe(
        String(overview.vulnerabilitiesIdentified - overview.vulnerabilitiesAddressed),
      )
      expect(overview.vulnerabilitiesAddressed).toBeGreaterThan(0)
      expect(await page.getByText(admin.email).isVisible()).toBe(true)
      await closeAll(context, failures)
    })

    test('sorts by a column, in the URL, and back again', async () => {
      const { context, page, failures } = await visit(browser)
      await page.goto(product.url)
      await logIn(page)
      const firstName = () => page.getByRole('rowheader').first().innerText()
      await page.getByRole('button', { name: 'Security score' }).click()
      await page.waitForURL(/sort=securityScore&direction=desc/)
      await expect.poll(firstName).toBe('github.com/org/clean')
      await page.getByRole('button', { name: 'Security score' }).click()
      await page.waitForURL(/direction=asc/)
      await expect.poll(firstName).toBe('github.com/org/old')
      expect(await page.getByRole('columnheader', { name: 'Security score' }).getAttribute('aria-sort')).toBe(
        'ascending',
      )
      await page.goBack()
      await expect.poll(firstName).toBe('github.com/org/clean')
      await closeAll(context, failures)
    })

    test('opens a project bare, for embedding', async () => {
      const { context, page, failures } = await visit(browser)
      await page.goto(product.url)
      await logIn(page)
      const link = page.getByRole('link', { name: 'Open the report of github.com/org/old, main' })
      const href = await link.getAttribute('href')
      expect(href).toMatch(/^\/projects\/\?pid=[\da-f-]{36}&branch=main&mode=eli$/)
      await page.goto(product.url + href)
      await page.getByRole('rowheader', { name: 'CVE-2019-10744' }).waitFor()
      expect(await page.getByRole('navigation').count()).toBe(0)
      expect(await violations(page)).toEqual([])
      await closeAll(context, failures)
    })

    test.each([
      { colorScheme: 'light', width: 1280 },
      { colorScheme: 'dark', width: 1280 },
      { colorScheme: 'light', width: 360 },
    ] as const)('is accessible and fits in $colorScheme at $width px', async ({ colorScheme, width }) => {
      const { context, page, failures } = await visit(browser, {
        colorScheme,
        viewport: { width, height: 800 },
      })
      await page.goto(product.url)
      await logIn(page)
      await page.getByRole('table').waitFor()
      for (const path of ['/dashboard', '/status', '/plans', '/terms.html', '/gdpr.html', '/nowhere']) {
        if (path !== '/dashboard') await page.goto(product.url + path)
        await page.getByRole('main').getByRole('heading').first().waitFor()
        expect([path, await violations(page)]).toEqual([path, []])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      await closeAll(context, path404(failures))
    })

    test('logs out, and stays logged out after a reload', async () => {
      const { context, page, failures } = await visit(browser)
      await page.goto(product.url)
      await logIn(page)
      const left = page.waitForResponse((response) => response.url().endsWith('/credentials/logout'))
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByRole('heading', { name: 'A LOGIN IS REQUIRED' }).waitFor()
      await left
      await page.reload()
      await page.getByRole('heading', { name: 'A LOGIN IS REQUIRED' }).waitFor()
      await closeAll(context, failures)
    })

    test('shows the readable API description', async () => {
      const { context, page } = await visit(browser)
      await page.goto(`${product.url}/api`)
      await page.waitForURL(/\/api\/reference$/)
      await page
        .getByRole('link', { name: /The process answers/ })
        .first()
        .waitFor()
      await context.close()
    })
  })

  /** An unknown page is told to the browser as such. */
  const path404 = (failures: string[]) => failures.filter((failure) => !failure.includes('404'))
})
