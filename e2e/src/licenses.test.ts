import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

const inventory = (licenses: Record<string, string>) => {
  const components = Object.entries(licenses).map(([name, expression]) => ({
    type: 'library',
    name,
    version: '1.0.0',
    purl: `pkg:npm/${name}@1.0.0`,
    licenses: expression === '' ? [] : [{ expression }],
  }))
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }
  return new TextEncoder().encode(JSON.stringify(document))
}

describeWithBrowser('the licenses in use', (stage) => {
  const table = (page: Page) => page.getByRole('table', { name: 'Licenses in use' })
  const names = (page: Page) => table(page).locator('[data-row]').allInnerTexts()

  describe('of an account with scans', () => {
    beforeAll(async () => {
      const { api } = stage.product
      const { uuid: accountUuid } = await api.accounts.me()
      await api.policies.create({
        params: { accountUuid },
        body: { name: 'No AGPL', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
      })
      const upload = (name: string, licenses: Record<string, string>) => {
        const file = { filename: 'bom.json', bytes: inventory(licenses) }
        return api.uploads.intoNew({ body: { file, url: `https://github.com/org/${name}`, branch: 'main' } })
      }
      await upload('shop', { a: 'MIT', b: 'MIT', c: 'AGPL-3.0-only', d: '' })
      await upload('site', { a: 'MIT', e: 'Apache-2.0', f: 'BSD-3-Clause' })
    })

    test('show policy violations, and link to their projects and components', async () => {
      const { page, leave } = await stage.open('/components')
      await page.getByRole('link', { name: 'Licenses in use' }).click()
      await page.getByText('4 licenses in 2 projects · 1 project with policy violations').waitFor()
      expect((await names(page))[0]).toBe('MIT')
      await page.getByRole('button', { name: /^AGPL-3\.0-only: .+ in violation of a policy/ }).waitFor()
      await page.getByRole('button', { name: 'Policy violations' }).click()
      await page.waitForURL(/state=violated/)
      await expect.poll(() => names(page)).toEqual(['AGPL-3.0-only'])
      await table(page).getByText('by No AGPL').waitFor()
      await page.getByRole('button', { name: 'AGPL-3.0-only' }).click()
      const branches = page.getByRole('region', { name: 'Projects with components under AGPL-3.0-only' })
      await branches.getByRole('link', { name: 'github.com/org/shop' }).waitFor()
      await page.reload()
      await branches.waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await page.getByRole('link', { name: 'Show components' }).click()
      await page.waitForURL(/\/components\?license=AGPL-3\.0-only/)
      await page.getByRole('table', { name: 'Components in use' }).getByText('c 1.0.0').waitFor()
      await leave()
    })
  })
})
