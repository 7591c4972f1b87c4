import { makeSigstore, releaseWorkflow } from '@assay/engine/signatures/testing/make-sigstore.ts'
import { expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('trusted signers', (stage) => {
  const sigstore = makeSigstore()
  const { subject, issuer } = releaseWorkflow

  async function uploadBundle() {
    const component = { type: 'library', name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21' }
    const predicate = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [component] }
    const statement = { _type: 'https://in-toto.io/Statement/v1', predicateType: 'https://cyclonedx.org/bom' }
    const bundle = sigstore.signEnvelope(JSON.stringify({ ...statement, subject: [], predicate }))
    const file = { filename: 'bom.sigstore.json', bytes: new TextEncoder().encode(JSON.stringify(bundle)) }
    const body = { file, url: 'https://example.org/signed', branch: 'main' }
    return (await stage.product.api.uploads.intoNew({ body })).uuid
  }

  test('of a Sigstore root are added from a file, and named in the report', async () => {
    const { page, leave } = await stage.open('/settings/keys')
    await page.getByRole('button', { name: 'Trust a Sigstore root' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trust a Sigstore root' })
    await dialog.getByLabel('Name').fill('Sigstore')
    await dialog.getByLabel('Trusted signers').fill(`${issuer} *`)
    const buffer = Buffer.from(sigstore.trustedRoot)
    const file = { name: 'trusted_root.json', mimeType: 'application/json', buffer }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await expect.poll(() => dialog.getByLabel('Root').inputValue()).toBe(sigstore.trustedRoot)
    await dialog.getByRole('button', { name: 'Trust', exact: true }).click()
    await dialog.getByText('* alone is not enough').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByLabel('Trusted signers').fill(`${issuer} https://github.com/other/*`)
    await dialog.getByRole('button', { name: 'Trust', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Sigstore root' })
    await expect.poll(() => row.innerText()).toContain('https://github.com/other/*')
    await expect.poll(() => violationsInVariants(page)).toEqual([])

    const projectUuid = await uploadBundle()
    const report = await stage.open(`/projects?pid=${projectUuid}&tab=inventory`)
    const quality = report.page.getByRole('region', { name: /^Quality of / })
    await report.page.getByRole('button', { name: /^Quality of / }).click()
    await quality.getByText(`It is signed by ${subject} (${issuer}), whom Sigstore does not list`).waitFor()
    await report.leave()

    await page.getByRole('button', { name: 'Edit Sigstore' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit Sigstore' })
    await editing.getByLabel('Trusted signers').fill(`${issuer} https://github.com/acme/*`)
    await editing.getByRole('button', { name: 'Trust', exact: true }).click()
    await editing.waitFor({ state: 'hidden' })
    const again = await stage.open(`/projects?pid=${projectUuid}&tab=inventory`)
    await again.page.getByRole('button', { name: /^Quality of / }).click()
    await again.page.getByText(`Signed by ${subject}`).waitFor()
    await expect.poll(() => violationsInVariants(again.page)).toEqual([])
    await again.leave()

    await page.getByRole('button', { name: 'Remove Sigstore' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No trusted keys or roots.').waitFor()
    await leave()
  })
})
