import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { looks, violationsInBothSchemes, widthOf } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('projects', (stage) => {
  const table = (page: Page) => page.getByRole('table', { name: 'Projects' })
  const choose = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('button', { name: action, exact: true }).click()
  }

  test('are added, edited, archived, restored and deleted in their list', async () => {
    const { page, leave } = await stage.open('/projects')
    await page.getByText('No projects yet').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Add project' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill('git@github.com:org/repo.git')
    await dialog.getByRole('button', { name: 'Add project' }).click()
    await table(page).getByText('github.com/org/repo').waitFor()

    await choose(page, 'github.com/org/repo', 'Edit')
    await dialog.getByLabel('Name').fill('Shop')
    await dialog.getByLabel('Tags').fill('web, prod')
    await dialog.getByLabel('Security').fill('101')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a whole number from 0 to 100').waitFor()
    await dialog.getByLabel('Security').fill('70')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await table(page).getByText('web, prod').waitFor()

    await choose(page, 'Shop', 'Archive')
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('No projects yet').waitFor()
    await page.getByLabel('Show').selectOption('Archived')
    await choose(page, 'Shop', 'Restore')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('No archived projects').waitFor()
    await page.getByLabel('Show').selectOption('Active')

    await choose(page, 'Shop', 'Delete')
    await dialog.getByLabel('Type Shop to confirm').fill('shop')
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await dialog.getByText('Type “Shop” exactly').waitFor()
    await dialog.getByLabel('Type Shop to confirm').fill('Shop')
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await page.getByText('No projects yet').waitFor()
    await leave()
  })

  test('open their report in place; branches are deleted one by one', async () => {
    await stage.product.scan('https://github.com/org/web', ['lodash@4.17.4'])
    const { page, leave } = await stage.open('/dashboard')
    await page
      .getByRole('table', { name: 'Projects' })
      .getByRole('link', { name: 'github.com/org/web', exact: true })
      .click()
    await page.waitForURL(/\/projects\?pid=/)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click()
    await table(page).getByRole('link', { name: 'github.com/org/web', exact: true }).click()
    await page.getByRole('heading', { name: 'github.com/org/web' }).waitFor()
    await page.goBack()
    await choose(page, 'github.com/org/web', 'Branches')
    await page.getByRole('button', { name: 'Delete branch main' }).click()
    await page.getByLabel('Type main to confirm').fill('main')
    await page.getByRole('button', { name: 'Delete branch' }).click()
    await page.getByText('No branches yet').waitFor()
    await leave()
  })

  test('show score and open vulnerabilities, and are sorted by them, also on a phone', async () => {
    await stage.product.scan('https://github.com/org/a-clean', ['left-pad@1.3.0'])
    await stage.product.scan('https://github.com/org/bad', ['lodash@4.17.4'])
    const { page, leave } = await stage.open('/projects')
    const first = table(page).getByRole('row').nth(1)
    await first.getByText('github.com/org/a-clean').waitFor()
    await first.getByText('None', { exact: true }).first().waitFor()
    await table(page).getByRole('button', { name: 'Open vulnerabilities' }).click()
    await first.getByText('github.com/org/bad').waitFor()
    await first.getByText('1 critical').waitFor()
    await page.waitForURL(/sort=findings/)
    await table(page).getByRole('button', { name: 'Open vulnerabilities' }).click()
    await first.getByText('github.com/org/a-clean').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByLabel('Sort by').selectOption('Security score')
    await first.getByText('github.com/org/bad').waitFor()
    await first.getByText('1 critical').waitFor()
    await first.getByText('high risk').waitFor()
    await leave()
  })

  test.each(looks)('are accessible in $colorScheme at $width px', async ({ colorScheme, width }) => {
    await stage.product.scan('https://github.com/org/web', ['lodash@4.17.4'])
    const options = { colorScheme, viewport: { width, height: 800 } }
    const { page, leave } = await stage.open('/projects', options)
    await table(page).waitFor()
    await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
    expect(await widthOf(page)).toBeLessThanOrEqual(width)
    const shot = process.env['SHOTS']
    if (shot) await page.screenshot({ path: `${shot}/projects-${colorScheme}-${width}.png` })
    await page.getByRole('main').getByRole('button', { name: 'Add project' }).click()
    await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
    if (shot) await page.screenshot({ path: `${shot}/add-${colorScheme}-${width}.png` })
    await leave()
  })
})
