import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, launchBrowser } from './browser.ts'
import { admin, type Product, startProduct } from './product.ts'
import { violations, visitAsMember, widthOf } from './visitor.ts'

describe.runIf(browserPath() !== undefined)('the settings', () => {
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

  const open = (section: string) => visitAsMember(browser, product, { path: `/settings/${section}` })
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  test.each([
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'light', width: 360 },
  ] as const)('are accessible and fit in $colorScheme at $width px', async ({ colorScheme, width }) => {
    const { page, leave } = await visitAsMember(browser, product, {
      ...{ colorScheme, viewport: { width, height: 800 } },
    })
    await page.getByRole('link', { name: /^Settings, logged in as/ }).click()
    const menu = page.getByRole('navigation', { name: 'Settings' })
    await menu.waitFor()
    for (const link of await menu.getByRole('link').all()) {
      const title = await link.innerText()
      await link.click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' })
      expect([title, await violations(page)]).toEqual([title, []])
      expect([title, await widthOf(page)]).toEqual([title, width])
    }
    await leave()
  })

  test('make a token, show it once, and revoke it', async () => {
    const { page, leave } = await open('security')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog', { name: 'New token' })
    await dialog.getByRole('button', { name: 'Make the token' }).click()
    await dialog.getByText('The name is missing').waitFor()
    await dialog.getByLabel('Name').fill('build server')
    await dialog.getByLabel('Access').selectOption('write')
    await dialog.getByLabel('Expires').selectOption('90')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Make the token' }).click()
    const secret = page.getByRole('group', { name: 'The token “build server” is made.' })
    const text = await secret.locator('code').innerText()
    const asToken = await fetch(`${product.url}/api/v1/users/me`, {
      headers: { authorization: `token ${text}` },
    })
    expect(asToken.status).toBe(200)
    await secret.getByRole('button', { name: 'Done' }).click()
    expect(await row(page, 'build server').innerText()).toMatch(/Write\s+yours/)
    await page.getByRole('button', { name: 'Revoke the token build server' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('There are no tokens.').waitFor()
    await leave()
  })

  test('end another session', async () => {
    const { page, leave } = await open('security')
    await row(page, 'This one').waitFor()
    const others = page.getByRole('button', { name: /^End the session of/ })
    await others.first().waitFor()
    const count = await others.count()
    await others.first().click()
    await expect.poll(() => others.count()).toBe(count - 1)
    await leave()
  })

  test('change the password, when the old one is right', async () => {
    const { page, context } = await open('security')
    await page.getByLabel('Current password').fill('wrong')
    await page.getByLabel('New password').fill('another long password')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password is wrong').waitFor()
    await page.getByLabel('Current password').fill(admin.password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password is changed.').waitFor()
    const back = { password: 'another long password', newPassword: admin.password }
    await page.getByLabel('Current password').fill(back.password)
    await page.getByLabel('New password').fill(back.newPassword)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect.poll(async () => (await login(admin.password)).status, { timeout: 10_000 }).toBe(200)
    await context.close()
  })

  const login = (password: string) =>
    fetch(`${product.url}/api/v1/credentials/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: admin.email, password }),
    })
})
