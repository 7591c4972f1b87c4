import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('the frame of every page', (stage) => {
  test('links to every page, and marks the current one', async () => {
    const { page, leave } = await stage.open('/status')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const names = [
      'Home',
      'Projects',
      'Fixes',
      'Vulnerabilities',
      'Components',
      'Reports',
      'Blog',
      'FAQ',
      'Status',
      'Docs',
      'API',
      'Settings',
    ]
    await expect.poll(() => links.allInnerTexts()).toEqual(names)
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

  test('leaves the space of its navigation bar above what sticks below it, at every width', async () => {
    const { page, leave } = await stage.open('/status')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
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
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
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
    await page.getByLabel('Theme').selectOption('Light')
    await expect.poll(() => isDark()).toBe(false)
    await page.reload()
    await page.getByRole('heading', { name: 'Status' }).waitFor()
    await expect.poll(() => isDark()).toBe(false)
    await page.getByLabel('Theme').selectOption('System')
    await expect.poll(() => isDark()).toBe(true)
    await leave()
  })
})
