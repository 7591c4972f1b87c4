import { dayMs, isoDay } from '@assay/engine/time.ts'
import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violations } from './browser-user.ts'

describeWithBrowser('saved views', (stage) => {
  test('save the filters of a list by name, and are opened, edited and deleted', async () => {
    await stage.product.scan('https://example.org/app', ['lodash@4.17.4', 'minimist@1.2.0'])
    const { page, leave } = await stage.open('/vulns?severity=CRITICAL&q=minimist')
    const menu = page.getByRole('button', { name: 'Saved views: Vulnerabilities' })
    await menu.click()
    await page.getByRole('button', { name: 'Save view…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Critical minimist')
    await dialog.getByLabel('Visible to').selectOption('Everyone in the account')
    await expect.poll(() => violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${stage.product.url}/vulns`)
    await menu.click()
    await page.getByRole('button', { name: 'Critical minimist · Everyone in the account' }).click()
    await page.waitForURL(/\/vulns\?.*severity=CRITICAL/)
    await expect.poll(() => page.getByLabel('Search vulnerabilities').inputValue()).toBe('minimist')
    // From another page, through the palette.
    await page.goto(`${stage.product.url}/projects`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('critical mini')
    await page.getByRole('option', { name: /Critical minimist/ }).click()
    await page.waitForURL(/\/vulns\?.*q=minimist/)
    await menu.click()
    await page.getByRole('button', { name: 'Edit views…' }).click()
    await dialog.getByRole('button', { name: 'Edit view Critical minimist' }).click()
    await dialog.getByLabel('Name').fill('Minimist')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const views = await stage.product.api.savedViews.list()
    expect(views.map(({ name, criteria }) => [name, criteria])).toEqual([
      ['Minimist', { severity: 'CRITICAL', q: 'minimist' }],
    ])
    await menu.click()
    await page.getByRole('button', { name: 'Edit views…' }).click()
    await dialog.getByRole('button', { name: 'Edit view Minimist' }).click()
    await dialog.getByRole('button', { name: 'Delete view' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await stage.product.api.savedViews.list()).toEqual([])
    await leave()
  })

  test('of the dashboard use relative dates, and their names are unique', async () => {
    const today = isoDay(new Date())
    const begin = isoDay(Date.now() - 6 * dayMs)
    const { page, context, failures } = await stage.open(`/dashboard?startDate=${begin}&endDate=${today}`)
    const save = async () => {
      await page.getByRole('button', { name: 'Saved views: Metrics' }).click()
      await page.getByRole('button', { name: 'Save view…' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('This week')
      await page.keyboard.press('Enter')
    }
    await save()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [view] = await stage.product.api.savedViews.list()
    expect(view).toMatchObject({ list: 'dashboard', criteria: { lastDays: '7' }, teamUuid: null })
    await save()
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }).waitFor()
    expect(failures).toEqual([expect.stringContaining('409')])
    await context.close()
  })
})
