import { defaultBranches } from '@assay/contract/metrics.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { daysAgo } from './time-travel.ts'

describeWithBrowser('overdue findings', (stage) => {
  const rowsOf = (page: Page) =>
    page.getByRole('table', { name: 'Overdue vulnerabilities' }).getByRole('row').allInnerTexts()

  test('without targets, the page explains them and links to their settings', async () => {
    const { page, leave } = await stage.open('/overdue')
    await page.getByText('No fix targets set').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Set fix targets' }).click()
    await page.getByRole('region', { name: 'Fix targets' }).waitFor()
    await leave()
  })

  describe('of an account with targets', () => {
    beforeAll(async () => {
      const { product } = stage
      const { uuid: accountUuid } = await product.api.accounts.me()
      await product.api.accounts.configure({
        params: { accountUuid },
        body: { fixTargets: { CRITICAL: 7, HIGH: 10 } },
      })
      await daysAgo(15, () => product.scan('https://github.com/org/old', ['lodash@4.17.4']))
      await daysAgo(12, () => product.scan('https://github.com/org/older', ['lodash@4.17.4']))
      await product.scan('https://github.com/org/new', ['lodash@4.17.4'])
    })

    test('are counted on the dashboard, which links to the filtered list', async () => {
      const { product } = stage
      const { overdue } = await product.api.trends.security({ query: { project: 'org/old' } })
      const { findings } = await product.api.trends.overdue({ query: { project: 'org/old' } })
      expect(findings).toHaveLength(overdue!)
      const { page, leave } = await stage.open('/dashboard?project=org%2Fold')
      const overdueRegion = page.getByRole('region', { name: 'Overdue' })
      await expect.poll(() => overdueRegion.innerText()).toContain(String(overdue))
      await overdueRegion.getByRole('link', { name: String(overdue), exact: true }).click()
      // The list of the branches that the dashboard counts.
      const search = { branches: defaultBranches, project: 'org/old' }
      await page.waitForURL(/\/overdue\?/)
      await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(search)
      await expect.poll(async () => (await rowsOf(page)).length).toBe(overdue! + 1)
      const first = (await rowsOf(page))[1]!
      expect(first).toContain('8 days')
      expect(first).toContain('lodash')
      expect(first).toContain('old')
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      await page.getByRole('link', { name: 'github.com/org/old', exact: true }).first().click()
      await page.waitForURL(/\/projects\?pid=/)
      await leave()
    })
  })
})
