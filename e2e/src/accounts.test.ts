import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { acceptInvitation, violations, violationsInVariants } from './browser-user.ts'

describeWithBrowser('all accounts', (stage) => {
  const find = async (name: string) =>
    (await stage.product.api.accounts.list()).find((account) => account.name === name)

  test('are created, edited, closed, reopened and deleted by the operator', async () => {
    const { page, leave } = await stage.open('/settings/accounts')
    const dialog = page.getByRole('dialog')
    await page.getByRole('row', { name: /Operator/ }).waitFor()
    await page.getByRole('button', { name: 'New account' }).click()
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await dialog.getByText('Required information not provided.').first().waitFor()
    await dialog.getByLabel('Name').fill('Branch office')
    await dialog.getByLabel('Email address').fill('branch@example.org')
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Account “Branch office” created.').waitFor()
    await page.getByRole('button', { name: 'Edit Branch office' }).click()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByLabel('Name').fill('Harbor office')
    await dialog.getByLabel('Plan').selectOption('Open source')
    await dialog.getByLabel('Jira').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await find('Harbor office')).toMatchObject({ plan: 'opensource', operator: false })
    expect((await find('Harbor office'))!.features).toContain('jira')
    await page.getByRole('button', { name: 'Close Harbor office' }).click()
    await dialog.getByLabel(/^Type/).fill('Harbor office')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await page
      .getByRole('row', { name: /Harbor office/ })
      .getByText('Closed')
      .waitFor()
    await page.getByRole('button', { name: 'Reopen Harbor office' }).click()
    await page
      .getByRole('row', { name: /Harbor office/ })
      .getByText('Active')
      .waitFor()
    await page.getByRole('button', { name: 'Delete Harbor office' }).click()
    await dialog.getByLabel(/^Type/).fill('Harbor office')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => find('Harbor office')).toBeUndefined()
    await leave()
  })

  test('are visible only to the operator', async () => {
    const body = { name: 'Another', email: 'another@example.org' }
    const made = await stage.product.api.accounts.create({ body })
    const { page, leave } = await acceptInvitation(stage.browser, stage.product, made)
    await page.goto(`${stage.product.url}/settings/security`)
    await page.getByRole('link', { name: 'Audit log' }).nth(1).waitFor()
    expect(await page.getByRole('link', { name: 'All accounts' }).count()).toBe(0)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Command palette' })
    await palette.fill('all acc')
    await page.getByRole('option', { name: 'Where is all acc used?' }).waitFor()
    expect(await page.getByRole('option', { name: 'All accounts' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.goto(`${stage.product.url}/settings/accounts`)
    await page.getByText('Only administrators of the operator’s account can view this.').waitFor()
    await leave()
  })

  test('are accessible in every theme and viewport', async () => {
    const { page, leave } = await stage.open('/settings/accounts')
    await page.getByRole('row', { name: /Operator/ }).waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await leave()
  })
})
