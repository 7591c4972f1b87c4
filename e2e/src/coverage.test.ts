import { beforeAll, expect, test } from 'vitest'
import { violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('what a scan did not check', (stage) => {
  let pid: string

  beforeAll(async () => {
    const components = [
      { type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' },
      { type: 'library', name: 'openssl', version: '3.0.0' },
    ]
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }
    const file = { filename: 'bom.json', bytes: new TextEncoder().encode(JSON.stringify(bom)) }
    const body = { file, url: 'https://github.com/org/partly', branch: 'main' }
    pid = (await stage.product.api.uploads.intoNew({ body })).uuid
  })

  test('is named with its reason, can be accepted, and is listed as accepted', async () => {
    const { page, leave } = await stage.open(`/projects?pid=${pid}&tab=inventory`)
    await page.getByText('Undeclared').first().waitFor()
    const row = page.getByRole('row').filter({ hasText: 'openssl 3.0.0' }).filter({ hasText: 'package URL' })
    await row.waitFor()
    expect(await violationsInVariants(page)).toEqual([])
    await row.getByRole('button', { name: 'Accept that openssl 3.0.0 is not checked' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Updated by the operating system')
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('openssl 3.0.0 accepted. Rescanning…').waitFor()
    await row.getByText('Accepted', { exact: true }).waitFor()
    await page.goto(`${stage.product.url}/settings/exclusions`)
    const accepted = page.getByRole('region', { name: 'Accepted gaps in coverage' }).or(page.locator('main'))
    await accepted.getByText('Updated by the operating system').first().waitFor()
    await leave()
  })

  test('is counted beside the score on the dashboard', async () => {
    const { page, leave } = await stage.open('/dashboard')
    const row = page.getByRole('row', { name: /partly/ })
    await row.getByText(/ of 2 packages checked/).waitFor({ state: 'attached' })
    await leave()
  })
})
