import { beforeAll, expect, test } from 'vitest'
import { violations } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('what a scan did not check', (stage) => {
  let pid: string

  beforeAll(async () => {
    const components = [
      { type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' },
      { type: 'library', name: 'openssl', version: '3.0.0', purl: 'pkg:conda/openssl@3.0.0' },
    ]
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }
    const file = { filename: 'bom.json', bytes: new TextEncoder().encode(JSON.stringify(bom)) }
    const body = { file, url: 'https://github.com/org/partly', branch: 'main' }
    pid = (await stage.product.api.uploads.intoNew({ body })).uuid
  })

  test('is counted beside the score on the dashboard', async () => {
    const { page, leave } = await stage.open('/dashboard')
    const row = page.getByRole('row', { name: /partly/ })
    await row.getByText(/ of 2 packages checked/).waitFor({ state: 'attached' })
    await leave()
  })

  test('is named with its reason, and accepted for all packages of its kind', async () => {
    const { api } = stage.product
    const accountUuid = (await api.users.me()).account.uuid
    const { page, leave } = await stage.open(`/projects?pid=${pid}`)
    await page.getByRole('tab', { name: /Inventory/ }).click()
    const row = page.getByRole('row', { name: /openssl.*Of an ecosystem without advisories/ })
    await row.getByRole('button', { name: 'Accept that openssl 3.0.0 is not checked' }).click()
    const dialog = page.getByRole('dialog', { name: /^Accept that/ })
    await dialog.getByRole('radio', { name: /All of pkg:conda/ }).check({ force: true })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Checked with another tool')
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row.getByText('Accepted', { exact: true }).waitFor()
    const [accepted] = await api.gaps.list({ params: { accountUuid } })
    expect(accepted).toMatchObject({
      kind: 'pkg:conda',
      reason: 'Checked with another tool',
      projectUuid: pid,
    })
    await leave()
  })
})
