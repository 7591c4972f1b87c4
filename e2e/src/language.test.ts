import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { admin } from './product.ts'
import { violations, widthOf } from './browser-user.ts'

describeWithBrowser('the language', (stage) => {
  /** The language of a page, by its html element; the header must agree. */
  const languageOf = async (headers: Record<string, string>, path = '/dashboard') => {
    const response = await fetch(stage.product.url + path, { headers: { accept: 'text/html', ...headers } })
    const [, language] = /<html lang="(\w+)"/.exec(await response.text()) ?? []
    expect(response.headers.get('content-language')).toBe(language)
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-language')
    expect(response.headers.get('vary')?.toLowerCase()).toContain('cookie')
    return language
  }

  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-US,de;q=0.9', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    ['*;q=x,,;', 'en'],
    [`de${',x'.repeat(2000)}`, 'de'],
  ])('with Accept-Language %.40s is %s', async (liked, language) => {
    expect(await languageOf({ 'accept-language': liked })).toBe(language)
  })

  test('chosen by cookie takes precedence over Accept-Language', async () => {
    expect(await languageOf({ 'accept-language': 'en', cookie: 'a=b; assay.language=de' })).toBe('de')
    expect(await languageOf({ 'accept-language': 'de', cookie: 'assay.language=en' })).toBe('en')
    expect(await languageOf({ 'accept-language': 'de', cookie: 'assay.language=__proto__' })).toBe('de')
    expect(await languageOf({ 'accept-language': 'de', cookie: 'xassay.language=en' })).toBe('de')
  })

  test('is negotiated for unknown pages, too', async () => {
    expect(await languageOf({ 'accept-language': 'de' }, '/nowhere')).toBe('de')
  })

  test('follows the browser, also before a login', async () => {
    const { page, leave } = await stage.visit({ locale: 'de-DE' })
    await page.goto(stage.product.url)
    await page.getByRole('heading', { name: 'FÜR DIE KENNZAHLEN IST EINE ANMELDUNG ERFORDERLICH' }).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Anmelden' })
    await dialog.getByLabel('E-Mail-Adresse').fill('nobody@example.org')
    await dialog.getByLabel('Passwort').fill('wrong and long enough')
    await page.keyboard.press('Enter')
    await dialog.getByText('Die E-Mail-Adresse oder das Passwort ist falsch').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await leave()
  })

  test('is chosen at the login, for a member without a language of their own', async () => {
    const { page, leave } = await stage.visit()
    await page.goto(`${stage.product.url}/projects`)
    await page.getByRole('dialog', { name: 'Log in' }).getByRole('button', { name: 'Deutsch' }).click()
    const dialog = page.getByRole('dialog', { name: 'Anmelden' })
    await dialog.getByLabel('E-Mail-Adresse').fill(admin.email)
    await dialog.getByLabel('Passwort').fill(admin.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Projekte', exact: true }).waitFor()
    await page.getByRole('button', { name: /^Menü von/ }).click()
    await page.getByLabel('Sprache', { exact: true }).selectOption('English')
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
    await page.getByRole('button', { name: /^Menu of/ }).click()
    const language = page.getByLabel('Language', { exact: true })
    const saved = page.waitForResponse((response) => response.request().method() === 'POST')
    await language.selectOption('Same as browser')
    expect((await saved).status()).toBe(200)
    await leave()
  })

  test('is chosen in the profile for all browsers, and can be reset to the browser’s', async () => {
    const { page, leave } = await stage.open('/settings/security')
    const html = page.locator('html')
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
    await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor()
    await expect.poll(() => html.getAttribute('lang')).toBe('de')
    const other = await stage.visit()
    await other.page.goto(stage.product.url)
    await other.page.getByLabel('Email address').waitFor()
    await other.leave()
    const elsewhere = await stage.open('/projects')
    await elsewhere.page.getByRole('heading', { name: 'Projekte', exact: true }).waitFor()
    await elsewhere.leave()
    await page.getByLabel('Sprache', { exact: true }).selectOption('Wie im Browser')
    await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
    await expect.poll(() => html.getAttribute('lang')).toBe('en')
    await leave()
  })

  test.each([360, 1440])('German fits and is accessible at %i px, with its number format', async (width) => {
    await stage.product.scan('https://example.org/app', ['lodash@4.17.4', 'minimist@1.2.0'])
    const { page, leave } = await stage.open('/dashboard', {
      locale: 'de-DE',
      viewport: { width, height: 800 },
    })
    for (const path of ['/dashboard', '/vulns', '/fixes', '/licenses', '/projects', '/settings/security']) {
      await page.goto(stage.product.url + path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await page.waitForLoadState('load')
      await expect.poll(() => violations(page)).toEqual([])
      expect([path, await widthOf(page)]).toEqual([path, width])
    }
    await leave()
  })

  test.each([1024, 1280])('the German links of the site are beside the account at %i px', async (width) => {
    const { page, leave } = await stage.open('/projects', {
      locale: 'de-DE',
      viewport: { width, height: 800 },
    })
    const banner = page.getByRole('banner')
    const boxOf = (name: string) => banner.getByRole('link', { name, exact: true }).boundingBox()
    const [first, last] = [await boxOf('Start'), await boxOf('API')]
    const logout = await banner.getByRole('button', { name: 'Abmelden' }).boundingBox()
    expect(last!.y).toBe(first!.y)
    expect(Math.abs(logout!.y - first!.y)).toBeLessThan(first!.height)
    expect(await widthOf(page)).toBe(width)
    await leave()
  })
})
