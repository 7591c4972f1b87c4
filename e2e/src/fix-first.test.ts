import { beforeAll, expect, test } from 'vitest'
import { violations, widthOf } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { type Graph, graphInventory } from './inventory.ts'

const shop: Graph = {
  '*': ['lodash@4.17.4', 'json5@1.0.1'],
  'json5@1.0.1': ['minimist@1.2.5'],
}

describeWithBrowser('fix first', (stage) => {
  beforeAll(async () => {
    for (const name of ['shop', 'bank']) {
      const file = { filename: 'bom.json', bytes: graphInventory(shop) }
      const { uuid: projectUuid } = await stage.product.api.uploads.intoNew({
        body: { file, url: `https://github.com/org/${name}`, branch: 'main' },
      })
      await stage.product.api.projects.update({ params: { projectUuid }, body: { tags: [`${name}-tag`] } })
    }
  })

  test('the dashboard lists the most urgent upgrades and links to their page', async () => {
    const { page, leave } = await stage.open('/dashboard')
    const card = page.getByRole('region', { name: 'Fix first' })
    await card.waitFor()
    await expect.poll(() => card.getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
    await expect.poll(() => violations(page)).toEqual([])
    await card.getByRole('link', { name: /^All \d+ upgrades$/ }).click()
    await page.getByRole('heading', { name: 'Fix first', level: 1 }).waitFor()
    await leave()
  })

  test('an upgrade expands to its command and projects, and is snoozed by keyboard', async () => {
    const { page, leave } = await stage.open('/fixes')
    const list = page.getByRole('list', { name: 'Upgrades' })
    const lodash = list.getByRole('button', { name: /^lodash 4/ })
    await lodash.focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^npm install lodash@4/).waitFor()
    const projects = list.getByRole('list', { name: 'Projects' })
    await projects.getByRole('link', { name: 'org/bank' }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByLabel('Assignee').selectOption({ index: 1 })
    await list.getByText(/^Assigned to ./).waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Snooze' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'For a week' }).press('Enter')
    await expect.poll(() => list.getByRole('button', { name: /^lodash 4/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByLabel('Show').selectOption('snoozed')
    await list.getByRole('button', { name: /^lodash 4/ }).click()
    await page.getByRole('button', { name: 'End snooze' }).click()
    await page.getByText('Nothing is snoozed').waitFor()
    await leave()
  })

  test('upgrades are ordered by priority from the keyboard, and by the address', async () => {
    const { page, leave } = await stage.open('/fixes')
    const list = page.getByRole('list', { name: 'Upgrades' })
    await list
      .getByText(/^Priority: /)
      .first()
      .waitFor()
    await page.getByLabel('Sort by').focus()
    await page.keyboard.type('Priority')
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('priority')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).press('Enter')
    expect((await download).suggestedFilename()).toBe('fixes.csv')
    await leave()
  })

  test('findings of an upgrade are excluded for one project from the list, with a reason', async () => {
    const { page, leave } = await stage.open('/fixes')
    const list = page.getByRole('list', { name: 'Upgrades' })
    await list.getByRole('button', { name: /^minimist 1\.2\.6/ }).click()
    const uses = list.getByRole('list', { name: 'Projects' }).getByRole('listitem')
    await expect.poll(() => uses.count()).toBe(2)
    await page.getByRole('button', { name: /^Exclude findings in minimist, .*bank main$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('CVE-2021-44906').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('radio', { name: 'Mitigated' }).check()
    await dialog.getByRole('button', { name: 'Exclude', exact: true }).click()
    // An alert in use stays, however long the rescan takes.
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await expect.poll(() => uses.count()).toBe(1)
    await undo.click()
    await expect.poll(() => uses.count()).toBe(2)
    await leave()
  })

  test('is filtered by tag, and navigated by keyboard', async () => {
    const { page, leave } = await stage.open('/fixes')
    const list = page.getByRole('list', { name: 'Upgrades' })
    await page.getByLabel('Tag').selectOption('bank-tag')
    await page.waitForURL(/tags=bank-tag/)
    await list.getByText('1 project').first().waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('j')
    const [first, second] = await list.getByRole('heading').allInnerTexts()
    await expect.poll(focused).toBe(first)
    await page.keyboard.press('j')
    await expect.poll(focused).toBe(second)
    await page.keyboard.press('Enter')
    await page.waitForURL(/open=/)
    const projects = list.getByRole('list', { name: 'Projects' })
    await projects.getByRole('link', { name: 'org/bank' }).waitFor()
    await expect.poll(() => projects.getByRole('listitem').count()).toBe(1)
    await page.keyboard.press('k')
    await expect.poll(focused).toBe(first)
    await page.keyboard.press('/')
    await page.keyboard.type('shop')
    await page.getByText('No upgrades match your filters').waitFor()
    await leave()
  })
})
