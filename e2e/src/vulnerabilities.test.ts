import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('the open vulnerabilities', (stage) => {
  const table = (page: Page) => page.getByRole('table', { name: 'Open vulnerabilities' })
  const ids = (page: Page) => table(page).locator('[data-row]').allInnerTexts()

  test('an account without any sees an empty state', async () => {
    await stage.product.scan('https://github.com/org/clean', ['lodash@4.17.21'])
    const { page, leave } = await stage.open('/vulns')
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
  })
})
