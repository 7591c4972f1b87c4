import { expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { openvexFile } from './openvex.ts'

const cve = 'CVE-2020-7598'
const id = 'https://example.org/vex/1'

describeWithBrowser('a VEX document', (stage) => {
  const own = async () => ({ accountUuid: (await stage.product.api.users.me()).account.uuid })
  const documents = async () => stage.product.api.vex.list({ params: await own() })
  const findingOf = async (projectUuid: string) =>
    (await stage.product.api.scans.findings({ params: { projectUuid } })).find((each) => each.cve === cve)

  test('is added for a project, shown on its finding with author and time, and withdrawn', async () => {
    const projectUuid = await stage.product.scan('https://github.com/org/vex', ['minimist@1.2.0'])
    const { page, leave } = await stage.open('/settings/exclusions')
    const section = page.getByRole('region', { name: 'VEX documents' }).first()
    await section.getByText('No VEX documents.').waitFor()
    await section.getByRole('button', { name: 'Add document' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add document' })
    await dialog.getByRole('button', { name: 'Add document' }).click()
    await dialog.getByText('Choose a file').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    const { filename: name, bytes } = openvexFile(id, cve)
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(bytes) }
    await dialog.getByLabel('File').setInputFiles(file)
    await dialog.getByLabel('Project').selectOption(projectUuid)
    await dialog.getByRole('button', { name: 'Add document' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('2 statements added.').waitFor()
    await page.getByText('1 applies to nothing yet.').waitFor()
    await section.getByRole('row', { name: /Example Supplier/ }).waitFor()
    await section.getByRole('button', { name: '1 applies to nothing yet' }).click()
    const reasons = page.getByRole('dialog', { name: /apply to nothing yet/ })
    await reasons.getByText(`${cve}: the project does not contain pkg:npm/lodash.`).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await reasons.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await expect.poll(documents).toMatchObject([{ documentId: id, projectUuid, author: 'Example Supplier' }])
    await expect
      .poll(async () => (await findingOf(projectUuid))?.exclusion?.reason, { timeout: 60_000 })
      .toBe('VEX: not affected')
    await leave()

    const report = await stage.open(`/projects?pid=${projectUuid}`)
    const listed = report.page.getByRole('row').filter({ hasText: cve })
    await listed.getByRole('button', { name: /^Details of/ }).click()
    await report.page.getByText('by Example Supplier').waitFor()
    await report.page.getByText('Not affected (vulnerable code not in execute path: Never called.)').waitFor()
    await expect.poll(() => violations(report.page)).toEqual([])
    await report.leave()

    const settings = await stage.open('/settings/exclusions')
    await settings.page.getByRole('button', { name: `Withdraw ${id}` }).click()
    await settings.page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect.poll(documents).toEqual([])
    await settings.page.getByText('No VEX documents.').waitFor()
    await expect.poll(async () => (await findingOf(projectUuid))?.exclusion, { timeout: 60_000 }).toBeNull()
    await settings.leave()
  })

  test('has the effect that is set in the account', async () => {
    const { page, leave } = await stage.open('/settings/account')
    const effect = async () =>
      (await stage.product.api.accounts.configuration({ params: await own() })).vexEffect
    await page.getByRole('radio', { name: 'Only show the statement' }).click()
    await expect.poll(effect).toBe('show')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(effect).toBe('exclude')
    await leave()
  })
})
