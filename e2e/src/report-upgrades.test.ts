import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { type Graph, graphInventory } from './inventory.ts'

const shop: Graph = {
  '*': ['lodash@4.17.4', 'json5@1.0.1', 'old@1.0.0'],
  'json5@1.0.1': ['minimist@1.2.5'],
  'old@1.0.0': ['minimist@0.0.8'],
}

describeWithBrowser('findings by upgrade', (stage) => {
  let pid: string

  beforeAll(async () => {
    const file = { filename: 'bom.json', bytes: graphInventory(shop) }
    const body = { file, url: 'https://github.com/org/shop', branch: 'main' }
    pid = (await stage.product.api.uploads.intoNew({ body })).uuid
  })

  const open = (more = '', options = {}) => stage.open(`/projects?pid=${pid}${more}`, options)
  const upgradeIn = (page: Page, name: RegExp) => page.getByRole('button', { name })
  const rowHeaders = (page: Page) => page.getByRole('tabpanel').getByRole('rowheader')

  test('are grouped under the upgrade that closes them, with its command, and collapse by keyboard', async () => {
    const { page, leave } = await open()
    const lodash = upgradeIn(page, /^lodash 4\.17\.21, \d findings$/)
    await expect.poll(() => lodash.getAttribute('aria-expanded')).toBe('true')
    await page.getByText('npm install lodash@4.17.21').waitFor()
    await page.getByText(/^\d+ upgrades$/).waitFor()
    const all = await rowHeaders(page).count()
    await lodash.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => lodash.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => rowHeaders(page).count()).toBeLessThan(all)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await expect.poll(() => rowHeaders(page).count()).toBe(all)
    const columns = page.getByRole('columnheader', { name: 'Severity' })
    const groups = page.getByRole('tabpanel').locator('button[data-row][aria-expanded=true]')
    await expect.poll(() => columns.count()).toBe(await groups.count())
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await expect.poll(() => rowHeaders(page).count()).toBe(0)
    await expect.poll(() => columns.count()).toBe(0)
    await leave()
  })

  test('can be shown as a plain list, kept in the URL', async () => {
    const { page, leave } = await open()
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.waitForURL(/view=list/)
    await expect.poll(() => upgradeIn(page, /^lodash 4\.17\.21/).count()).toBe(0)
    await page.reload()
    await rowHeaders(page).first().waitFor()
    await page.getByRole('button', { name: 'By upgrade' }).click()
    await upgradeIn(page, /^lodash 4\.17\.21/).waitFor()
    await leave()
  })

  test('show the fix version of each installed version, and the dependency paths', async () => {
    const { page, leave } = await open('&view=list')
    const row = page.getByRole('row', { name: /CVE-2021-44906/ })
    await expect
      .poll(async () => (await row.getByRole('listitem').allInnerTexts()).map((text) => text.split(' ')[0]))
      .toEqual(expect.arrayContaining(['0.0.8', '1.2.5']))
    await row.getByRole('button', { name: /^Details of/ }).click()
    await page.getByRole('img', { name: /^Dependency graph with 4 components on 2 paths/ }).waitFor()
    await page.getByText('project › json5@1.0.1 › minimist@1.2.5').waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await leave()
  })

  test('that also need another upgrade are marked in the report, in print and in the list of fixes', async () => {
    const { page, leave } = await open()
    for (const path of [`/projects?pid=${pid}`, `/projects?pid=${pid}&mode=print`, '/fixes']) {
      await page.goto(stage.product.url + path)
      await page
        .getByText(/^\d findings? also needs? another upgrade of this package$/)
        .first()
        .waitFor()
    }
    await leave()
  })

  test('of one upgrade are excluded together', async () => {
    const { page, leave } = await open()
    const lodash = upgradeIn(page, /^lodash 4\.17\.21/)
    const count = Number(/(\d+) finding/.exec((await lodash.getAttribute('aria-label'))!)![1])
    await page.getByRole('button', { name: 'Exclude findings in lodash' }).click()
    const dialog = page.getByRole('dialog', { name: `Exclude ${count} findings in lodash` })
    await dialog.getByRole('radio', { name: 'Mitigated' }).check()
    await dialog.getByRole('button', { name: 'Exclude', exact: true }).click()
    // An alert in use stays, however long the rescan takes.
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await upgradeIn(page, new RegExp(`^Excluded, ${count} findings$`)).waitFor()
    await undo.click()
    await lodash.waitFor()
    await leave()
  })
})
