import { join } from 'node:path'
import { expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('generated reports', (stage) => {
  test('a report is requested, followed until it is ready, downloaded and deleted', async () => {
    await stage.product.scan('https://github.com/org/reported', ['lodash@4.17.4'])
    const { page, leave } = await stage.open('/reports')
    await page.getByText('No reports yet').waitFor()
    await page.getByRole('button', { name: 'New report' }).click()
    const dialog = page.getByRole('dialog', { name: 'New report' })
    await dialog.getByLabel('Scope').selectOption('Project')
    await dialog.getByText('Choose one.').waitFor()
    await dialog.getByLabel('Project').selectOption('github.com/org/reported')
    await dialog.getByLabel('Name').fill('Audit of reported')
    await dialog.getByLabel('Excel').uncheck()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const row = page.getByRole('row').filter({ hasText: 'Audit of reported' })
    await row.getByText('Ready').waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await row.getByRole('button', { name: 'Download Audit of reported' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: 'PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Audit-of-reported-\d{4}-\d\d-\d\d\.pdf$/)
    await row.getByRole('button', { name: 'Delete Audit of reported' }).click()
    const asking = page.getByRole('dialog', { name: 'Delete Audit of reported?' })
    await asking.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No reports yet').waitFor()
    expect(await stage.product.api.eras.list()).toEqual([])
    await leave()
  })

  test('an executive summary is one choice, which says what is in it', async () => {
    const { page, leave } = await stage.open('/reports')
    await page.getByRole('button', { name: 'New report' }).click()
    const dialog = page.getByRole('dialog', { name: 'New report' })
    await dialog.getByLabel('Kind').selectOption('Executive summary')
    await dialog.getByText('One page: verdict').waitFor()
    expect(await dialog.getByRole('group', { name: 'Sections' }).count()).toBe(0)
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Generate' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Executive summary: Report of all projects' })
    await row.getByText('Ready').waitFor()
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No reports yet').waitFor()
    await leave()
  })

  test("the account's logo is chosen in its settings, shown, and removed", async () => {
    const { api } = stage.product
    const params = { accountUuid: (await api.users.me()).account.uuid, name: 'logo' }
    const { page, leave } = await stage.open('/settings/account')
    const section = page.getByRole('region', { name: 'Logo' })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      section.getByRole('button', { name: 'Choose an image' }).click(),
    ])
    await chooser.setFiles(join(import.meta.dirname, '../../apps/web/public/1.increase.png'))
    await section.getByRole('img', { name: 'Logo' }).waitFor()
    expect(await api.properties.ofAccount({ params })).toEqual({
      image: expect.stringMatching(/^data:image\/png;base64,/),
    })
    await expect.poll(() => violations(page)).toEqual([])
    await section.getByRole('button', { name: 'Remove' }).click()
    await section.getByText('No logo.').waitFor()
    expect(await api.properties.ofAccount({ params })).toBeNull()
    await leave()
  })

  test('a report is scheduled, and its schedule deleted', async () => {
    const { page, leave } = await stage.open('/reports')
    await page.getByRole('button', { name: 'New report' }).click()
    const dialog = page.getByRole('dialog', { name: 'New report' })
    await dialog.getByLabel('When').selectOption('Every month')
    await dialog.getByLabel('Name').fill('Monthly')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await stage.product.api.eras.schedules()).toMatchObject([{ name: 'Monthly', every: 'month' }])
    await page.getByRole('button', { name: 'Delete the schedule of Monthly' }).waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete the schedule of Monthly' }).click()
    const asking = page.getByRole('dialog', { name: 'Delete the schedule of Monthly?' })
    await asking.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => stage.product.api.eras.schedules()).toEqual([])
    await leave()
  })
})
