import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('cases', (stage) => {
  const cve = 'CVE-2021-23337'
  let uuid: string
  const deadline = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

  beforeAll(async () => {
    const { product } = stage
    await product.scan('https://github.com/org/shop', ['lodash@4.17.4'])
    const body = { vulnerability: cve, text: 'Seen at a customer' }
    uuid = (await product.api.cases.create({ body })).uuid
  })

  test('show what is due, and record what was done, by whom and when', async () => {
    const { page, leave } = await stage.open('/dashboard')
    await page.getByRole('link', { name: 'Cases', exact: true }).click()
    const table = page.getByRole('table', { name: 'Cases' })
    await table.getByText('CRA early warning').waitFor()
    await table.getByRole('link', { name: cve }).click()
    await page.getByRole('heading', { name: cve, level: 1 }).waitFor()
    await page.getByRole('table', { name: 'Affected' }).getByRole('link', { name: /shop/ }).waitFor()
    await page.getByText('Seen at a customer').waitFor()

    await page.getByRole('button', { name: 'Mark as done: CRA early warning' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note, such as a receipt').fill('Receipt 4711')
    await dialog.getByRole('button', { name: 'Mark as done' }).click()
    await page.getByRole('button', { name: 'Not done: CRA early warning' }).waitFor()
    await page.getByText('Receipt 4711').waitFor()

    await deadline(page, 'CRA final report').getByText('Once a measure is available').waitFor()
    await page.getByRole('button', { name: 'Available now' }).click()
    await deadline(page, 'CRA final report')
      .getByText(/^due in/)
      .waitFor()
    await leave()
  })

  test('have texts of notifications, which members complete', async () => {
    const { page, leave } = await stage.open(`/cases/${uuid}`)
    await page.getByText(/^Early warning/).click()
    await page.getByText('To be written').first().waitFor()
    await page.getByRole('button', { name: 'Edit texts' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Member States in which it is available').fill('DE, FR')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('DE, FR').waitFor()
    await leave()
  })

  test('are closed with a reason, and opened again by a member', async () => {
    const { page, leave } = await stage.open(`/cases/${uuid}`)
    await page.getByRole('button', { name: 'Close case' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').selectOption('Not to be reported')
    await dialog.getByLabel('Explanation').fill('Never shipped')
    await dialog.getByRole('button', { name: 'Close case' }).click()
    await page.getByText(/^Closed .*: Not to be reported$/).waitFor()
    await page.getByRole('button', { name: 'Open again' }).click()
    await dialog.getByLabel('How is it known?').fill('It was shipped')
    await dialog.getByRole('button', { name: 'Open again' }).click()
    await page.getByRole('button', { name: 'Close case' }).waitFor()
    await page.getByText('Opened again: by the word of a member').waitFor()
    await leave()
  })

  test('get the deadlines that the account chose', async () => {
    const { page, leave } = await stage.open('/cases')
    await page.getByRole('button', { name: 'Deadlines' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add deadline' }).click()
    await dialog.getByLabel('Name').fill('Tell customers')
    await dialog.getByLabel('Hours').fill('48')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Deadlines saved.').waitFor()
    await page.getByRole('button', { name: 'Report exploitation' }).click()
    await dialog.getByLabel('CVE or advisory').fill('CVE-2019-10744')
    await dialog.getByLabel('How is it known?').fill('Vendor')
    await dialog.getByRole('button', { name: 'Open case' }).click()
    await deadline(page, 'Tell customers').waitFor()
    await leave()
  })
})
