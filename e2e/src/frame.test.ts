import { expect, test } from 'vitest'
import { violations, violationsInBothSchemes } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('the frame of every page', (stage) => {
  test('has the links of the site, and marks the current one', async () => {
    const { page, leave } = await stage.open('/status')
    const links = page.getByRole('navigation', { name: 'Site' }).getByRole('link')
    await expect.poll(() => links.allInnerTexts()).toEqual(['Home', 'Blog', 'FAQ', 'Status', 'Docs', 'API'])
    const link = (name: string) => links.filter({ hasText: name })
    await expect.poll(() => link('Status').getAttribute('aria-current')).toBe('page')
    await expect.poll(() => link('Blog').getAttribute('href')).toBe('/docs/whats-new')
    for (const name of ['Blog', 'Docs'])
      await expect.poll(() => link(name).getAttribute('target')).toBe('_blank')
    const opened = page.waitForEvent('popup')
    await link('Docs').click()
    await (await opened).waitForURL(/\/docs\/first-scan$/)
    await link('FAQ').click()
    await page.waitForURL(/\/plans#faq$/)
    await page.getByRole('heading', { name: 'FAQ' }).waitFor()
    await link('Home').click()
    await page.waitForURL(/\/dashboard$/)
    await page.getByRole('heading', { name: 'Metrics', exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'FAQ' }).waitFor()
    await leave()
  })

  test('leads to every page from the side bar, in three groups', async () => {
    const { page, leave } = await stage.open('/status')
    const main = page.getByRole('navigation', { name: 'Main' })
    for (const group of ['Overview', 'Work', 'Govern'])
      await main.getByRole('list', { name: group }).waitFor()
    const names = await main.getByRole('link').allInnerTexts()
    expect(names).toEqual(
      expect.arrayContaining(['Fix first', 'Overdue', 'Licenses', 'Policies', 'Audit log']),
    )
    for (const name of names) {
      const link = main.getByRole('link', { name, exact: true })
      await link.click()
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByText('Page not found').count()).toBe(0)
    }
    await expect.poll(() => violations(page)).toEqual([])
    await leave()
  })

  test('gives the page the room of the side bar, also after a reload', async () => {
    const { page, leave } = await stage.open('/status')
    const main = page.getByRole('navigation', { name: 'Main' })
    const toggle = page.getByRole('button', { name: 'Toggle side bar' })
    await main.waitFor()
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    await toggle.click()
    await main.waitFor({ state: 'hidden' })
    await page.reload()
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false')
    expect(await main.isVisible()).toBe(false)
    await toggle.click()
    await main.waitFor()
    await leave()
  })

  test.each([390, 768])('has a menu at %i px, which a link closes', async (width) => {
    const { page, leave } = await stage.open('/status', { viewport: { width, height: 844 } })
    const main = page.getByRole('navigation', { name: 'Main' })
    expect(await main.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await main.waitFor()
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Docs' }).waitFor()
    await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
    await main.getByRole('link', { name: 'Overdue' }).click()
    await page.waitForURL(/\/overdue$/)
    await main.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    await leave()
  })

  test('leaves the space of its navigation bar above what sticks below it, at every width', async () => {
    const { page, leave } = await stage.open('/status')
    await page.getByRole('navigation', { name: 'Site' }).waitFor()
    const heights = () =>
      page.evaluate(() => {
        const bar = document.querySelector<HTMLElement>('header')!
        const kept = getComputedStyle(document.documentElement).getPropertyValue('--navbar')
        return [bar.offsetHeight, Number.parseInt(kept, 10)]
      })
    for (const width of [1024, 1200, 1279, 1280, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(async () => new Set(await heights()).size).toBe(1)
    }
    await leave()
  })

  test('links to the operator’s docs and blog, in new tabs', async () => {
    const { page, leave } = await stage.visit()
    const [docsUrl, blogUrl] = ['https://docs.example.org/', 'https://blog.example.org/']
    await page.route('**/api/v1/site', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ json: { ...(await response.json()), docsUrl, blogUrl } })
    })
    await page.goto(`${stage.product.url}/status`)
    const links = page.getByRole('navigation', { name: 'Site' }).getByRole('link')
    for (const [name, url] of [
      ['Docs', docsUrl],
      ['Blog', blogUrl],
    ] as const) {
      const link = links.filter({ hasText: name })
      await expect.poll(() => link.getAttribute('href')).toBe(url)
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('rel')).toContain('noreferrer')
    }
    await leave()
  })

  test('has a footer with the years, terms, privacy policy and contact', async () => {
    const { page, leave } = await stage.open('/status')
    const footer = page.getByRole('contentinfo')
    await footer.getByText(`© 2017–${new Date().getFullYear()} Assay`).waitFor()
    for (const [name, path, title] of [
      ['Terms and Conditions', '/terms.html', 'Terms and Conditions'],
      ['Privacy Policy', '/gdpr.html', 'Privacy Policy'],
    ] as const) {
      await footer.getByRole('link', { name }).click()
      await page.waitForURL(stage.product.url + path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    }
    await expect
      .poll(() => footer.getByRole('link', { name: 'Contact Us' }).getAttribute('href'))
      .toMatch(/^mailto:.+@/)
    await leave()
  })

  test('is skipped with the first Tab', async () => {
    const { page, leave } = await stage.open('/status')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/#content$/)
    await leave()
  })

  test('follows the system’s theme until another one is chosen, which it remembers', async () => {
    const { page, leave } = await stage.open('/status', { colorScheme: 'light' })
    const isDark = () =>
      page.evaluate(() => {
        const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number)
        return red < 128
      })
    await expect.poll(() => isDark()).toBe(false)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => isDark()).toBe(true)
    const choose = async (theme: string) => {
      await page.getByRole('button', { name: /^Menu of/ }).click()
      await page.getByLabel('Theme').selectOption(theme)
      await page.keyboard.press('Escape')
    }
    await choose('Light')
    await expect.poll(() => isDark()).toBe(false)
    await page.reload()
    await page.getByRole('heading', { name: 'Status' }).waitFor()
    await expect.poll(() => isDark()).toBe(false)
    await choose('System')
    await expect.poll(() => isDark()).toBe(true)
    await leave()
  })
})
