import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('the open vulnerabilities', (stage) => {
  const table = (page: Page) => page.getByRole('table', { name: 'Open vulnerabilities' })
  const ids = (page: Page) => table(page).locator('[data-row]').allInnerTexts()

  test('an account without any sees an empty state', async () => {
    const { page, leave } = await stage.open('/vulns')
    await page.getByText('Nothing scanned yet').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await stage.product.scan('https://github.com/org/clean', ['lodash@4.17.21'])
    await page.reload()
    await page.getByText('No open vulnerabilities').waitFor()
    await leave()
  })

  describe('of an account with some', () => {
    beforeAll(async () => {
      await stage.product.scan('https://github.com/org/shop', ['lodash@4.17.4', 'minimist@1.2.5'])
      await stage.product.scan('https://github.com/org/site', ['lodash@4.17.4'])
    })

    test('are found by part of an id, kept in the URL, and link to their page', async () => {
      const { page, leave } = await stage.open('/dashboard')
      await page.getByRole('link', { name: 'Vulnerabilities', exact: true }).click()
      await page.waitForURL(/\/vulns$/)
      await expect.poll(async () => (await ids(page)).length).toBeGreaterThan(2)
      await page.keyboard.press('/')
      await page.keyboard.type('2021-2333')
      await page.waitForURL(/q=2021-2333/)
      await expect.poll(() => ids(page)).toEqual(['CVE-2021-23337'])
      await page.reload()
      await expect.poll(() => ids(page)).toEqual(['CVE-2021-23337'])
      const row = table(page).getByRole('row').nth(1)
      await row.getByText('lodash 4.17.4').waitFor()
      await row.getByText('4.17.21').waitFor()
      await page.getByRole('link', { name: 'CVE-2021-23337' }).click()
      await page.waitForURL(/\/vulns\?id=CVE-2021-23337/)
      await page.getByRole('heading', { name: 'In your projects' }).waitFor()
      await page.goBack()
      await expect.poll(() => ids(page)).toEqual(['CVE-2021-23337'])
      await leave()
    })

    test('are filtered by severity, ecosystem and fix, and cleared together', async () => {
      const { page, leave } = await stage.open('/vulns')
      await expect.poll(async () => (await ids(page)).length).toBeGreaterThan(2)
      const all = (await ids(page)).length
      await page.getByRole('button', { name: 'Known exploited' }).click()
      await page.getByText('No vulnerabilities match your filters').waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).first().click()
      await expect.poll(async () => (await ids(page)).length).toBe(all)
      await page.getByRole('button', { name: 'Critical' }).click()
      await page.waitForURL(/severity=CRITICAL/)
      await expect.poll(async () => (await ids(page)).length).toBeLessThan(all)
      await page.getByLabel('Ecosystem').selectOption('npm')
      await page.getByLabel('Fix', { exact: true }).selectOption('Not available')
      await page.waitForURL(/fix=none/)
      await leave()
    })

    test('are accessible in every theme and viewport', async () => {
      const { page, leave } = await stage.open('/vulns')
      await table(page).waitFor()
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      await leave()
    })
  })
})
