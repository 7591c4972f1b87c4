import { expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('an advisory of the account', (stage) => {
  test('is previewed, written, found in a project, withdrawn and put in force again', async () => {
    const projectUuid = await stage.product.scan('https://github.com/org/own', ['acme-auth@1.0.0'])
    const findings = async () =>
      (await stage.product.api.scans.findings({ params: { projectUuid } })).map(({ displayId }) => displayId)
    const { page, leave } = await stage.open('/settings/advisories')
    await page.getByText('No advisories yet.').waitFor()
    await page.getByRole('button', { name: 'Write advisory' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Id').fill('ACME-2026-1')
    await dialog.getByLabel('Summary').fill('Tokens are written to the log')
    const pkg = dialog.getByRole('group', { name: 'Package 1' })
    await pkg.getByLabel('Name').fill('acme-auth')
    await pkg.getByLabel('Versions').fill('before 2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('‘before 2’ is no range').waitFor()
    await pkg.getByLabel('Versions').fill('<2.0.0')
    await dialog.getByRole('button', { name: 'Show what it would match' }).click()
    await dialog.getByText('It would match 1 component in 1 project').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByLabel('CVSS vector').fill('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H')
    await dialog.getByLabel('Description').fill('Whoever reads the log can **log in**.')
    await dialog.getByLabel('References').fill('FIX https://acme.example/fix')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row').filter({ hasText: 'ACME-2026-1' })
    await row.getByText('Critical').waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await expect.poll(findings, { timeout: 60_000 }).toEqual(['ACME-2026-1'])

    await page.reload()
    await row.getByRole('link', { name: '1 in 1 project' }).click()
    await page.getByText('Whoever reads the log can').waitFor()
    await page.getByRole('link', { name: 'org/own' }).first().waitFor()
    await expect.poll(() => violations(page)).toEqual([])

    await page.goto(`${stage.product.url}/settings/advisories`)
    await page.getByRole('button', { name: 'Withdraw ACME-2026-1' }).click()
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await row.getByText('Withdrawn').waitFor()
    await expect.poll(findings, { timeout: 60_000 }).toEqual([])
    await page.getByRole('button', { name: 'History of ACME-2026-1' }).click()
    await dialog.getByText('Version 2').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Put ACME-2026-1 in force again' }).click()
    await expect.poll(findings, { timeout: 60_000 }).toEqual(['ACME-2026-1'])
    await leave()
  })

  test('is imported from a file of OSV documents', async () => {
    const { page, leave } = await stage.open('/settings/advisories')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('Choose a file').waitFor()
    const document = {
      id: 'ACME-2026-2',
      modified: '2026-01-01T00:00:00Z',
      summary: 'Imported',
      affected: [{ package: { ecosystem: 'npm', name: 'acme-ui' }, versions: ['1.0.0'] }],
    }
    const buffer = Buffer.from(JSON.stringify([document, { id: 'ACME-2026-3' }]))
    await dialog.getByLabel('File').setInputFiles({ name: 'osv.json', mimeType: 'application/json', buffer })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await page.getByText(/1 new, 0 changed, 0 unchanged\. 1 part was left out/).waitFor()
    await page.getByRole('row').filter({ hasText: 'ACME-2026-2' }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await leave()
  })
})
