import { createAssayClient } from '@assay/sdk/client.ts'
import { expect, test } from 'vitest'
import { violations, widthOf } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { graphInventory } from './inventory.ts'

describeWithBrowser('CI setup', (stage) => {
  test.each([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ] as const)(
    'leads from a token through the job to the first scan, in $colorScheme',
    async ({ colorScheme, width }) => {
      const { page, leave } = await stage.open('/settings/ci', {
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width, height: 900 },
      })
      const wait = page.getByRole('region', { name: '4. Run it' })
      await wait.getByText('Create a token first.').waitFor()
      await page.getByLabel('CI system', { exact: true }).selectOption('GitLab')
      await page.getByText('Add this to .gitlab-ci.yml.').waitFor()
      await page.getByText(`ASSAY_URL: ${stage.product.url}`).waitFor()
      await page.getByRole('button', { name: 'Create token' }).click()
      const token = await page.getByRole('group', { name: 'ASSAY_TOKEN' }).locator('code').innerText()
      await wait.getByText('Waiting for the first request with this token…').waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(width)

      // Scans with other credentials are no proof that the pipeline works.
      await stage.product.scan('https://git.example.org/team/other.git', ['left-pad@1.3.0'])

      const url = `https://git.example.org/team/first-in-${colorScheme}.git`
      const api = createAssayClient({ baseUrl: stage.product.url, authorization: () => `Bearer ${token}` })
      await api.accounts.me()
      await wait.getByText('Connected. Waiting for the scan…').waitFor()
      const file = { filename: 'bom.json', bytes: graphInventory({ '*': ['left-pad@1.3.0'] }) }
      await api.uploads.intoNew({ body: { file, url, branch: 'main' } })
      await wait.getByText(new RegExp(`^First scan received: .*first-in-${colorScheme}, main\\.$`)).waitFor()
      await wait.getByRole('link', { name: 'Open report' }).click()
      await page
        .getByRole('heading', { level: 1 })
        .filter({ hasText: `first-in-${colorScheme}` })
        .waitFor()
      await leave()
    },
  )
})
