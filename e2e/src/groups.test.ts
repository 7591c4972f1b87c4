import { beforeAll, expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('groups', (stage) => {
  let shop: string
  let web: string
  beforeAll(async () => {
    const { product } = stage
    const { uuid: accountUuid } = await product.api.accounts.me()
    await product.scan('https://github.com/org/cart', ['lodash@4.17.4'])
    await product.scan('https://github.com/org/front', ['left-pad@1.3.0'])
    await product.scan('https://github.com/org/elsewhere', ['minimist@1.2.0'])
    const make = async (name: string, parentUuid: string | null) =>
      (await product.api.groups.create({ body: { name, parentUuid } })).uuid
    shop = await make('Shop', null)
    web = await make('Web', shop)
    await make('Bank', null)
    const projects = await product.api.projects.list({ params: { accountUuid } })
    const add = projects.filter(({ name }) => !name.includes('elsewhere')).map(({ uuid }) => uuid)
    await product.api.groups.changeProjects({ params: { groupUuid: web }, body: { add } })
  })

  test('are a tree that the keyboard opens and closes, with numbers that lead to their lists', async () => {
    const { page, leave } = await stage.open('/groups')
    const tree = page.getByRole('treegrid', { name: 'Groups' })
    const names = async () => (await tree.getByRole('row').allInnerTexts()).map((text) => text.split('\n')[0])
    await tree.getByRole('row', { name: /^Web/ }).waitFor()
    expect(await tree.getByRole('row', { name: /^.*Web/ }).getAttribute('aria-level')).toBe('2')
    await tree.getByRole('row', { name: /Bank/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => tree.getByRole('row', { name: /Web/ }).count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await tree.getByRole('row', { name: /Web/ }).waitFor()
    expect(await names()).toHaveLength(4)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/groups/${web}$`))
    await page.getByRole('heading', { name: 'Web' }).waitFor()
    await page.getByRole('link', { name: '2', exact: true }).click()
    await page.waitForURL(new RegExp(`/projects\\?groupUuid=${web}$`))
    await page.getByText('2 projects').waitFor()
    await leave()
  })

  test('are changed in dialogs, and filter the dashboard', async () => {
    const { page, leave } = await stage.open('/groups')
    await page.getByRole('button', { name: 'Add group' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add group' })
    await dialog.getByLabel('Name', { exact: true }).fill('Mobile')
    await dialog.getByLabel('Below').selectOption(shop)
    await dialog.getByLabel('Critical').fill('7')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Mobile' }).click()
    await page.getByText('Critical 7 days').waitFor()
    await page.getByRole('button', { name: 'Change projects' }).click()
    await page.getByRole('dialog').getByText('elsewhere').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).last().click()
    await page.waitForURL(/dashboard\?.*groupUuid=/)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await leave()
  })
})
