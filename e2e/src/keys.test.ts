import { beforeAll, expect, test } from 'vitest'
import { openDashboard, rowButton, scanHistory } from './dashboard.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violations } from './browser-user.ts'

describeWithBrowser('keyboard shortcuts', (stage) => {
  beforeAll(() => scanHistory(stage.product))

  const open = (path?: string) => openDashboard(stage, path)

  test('move through the rows, open one, and focus the filter', async () => {
    const { page, leave } = await open()
    await rowButton(page, 'github.com/org/clean').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent)
    await page.keyboard.press('j')
    await expect.poll(() => focused()).toContain('clean')
    await page.keyboard.press('j')
    await expect.poll(() => focused()).toContain('worse')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Project scans' }).first().waitFor()
    await page.keyboard.press('/')
    await expect
      .poll(() => page.getByLabel('Project name').evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.keyboard.type('j?')
    await expect.poll(() => page.getByLabel('Project name').inputValue()).toBe('j?')
    await leave()
  })

  test('move through the rows of a table without a list of its own', async () => {
    const { page, leave } = await stage.open('/status')
    await page.getByRole('main').getByRole('rowheader').nth(1).waitFor()
    const row = () => page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex)
    await page.keyboard.press('j')
    await expect.poll(() => row()).toBe(1)
    await expect.poll(() => violations(page)).toEqual([])
    await page.keyboard.press('j')
    await expect.poll(() => row()).toBe(2)
    await leave()
  })

  test('are listed, and single-key ones can be turned off', async () => {
    const { page, leave } = await open()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await help.getByLabel('Enable single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await expect.poll(() => help.count()).toBe(0)
    await leave()
  })

  test('open the command palette, which goes to projects and runs actions', async () => {
    const { page, leave } = await open()
    const lists: string[] = []
    page.on('request', (request) => request.url().endsWith('/projects') && lists.push(request.url()))
    await page.getByRole('button', { name: 'Search' }).click()
    const palette = page.getByRole('combobox', { name: 'Command palette' })
    await palette.fill('dark theme')
    await page.getByRole('option', { name: 'Use dark theme' }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await page.keyboard.press('Control+k')
    await palette.fill('org worse')
    await page.getByRole('option', { name: 'org/worse' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/projects\?pid=/)
    for (const [label, path] of [
      ['Fix first', '/fixes'],
      ['Inbox', '/inbox'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await palette.fill(label)
      await page.getByRole('option', { name: label, exact: true }).click()
      await page.waitForURL((url) => url.pathname === path)
    }
    expect(lists, 'projects are searched, not loaded').toEqual([])
    await leave()
  })

  test('move through a menu, and keep the focus next to a removed item', async () => {
    await stage.product.scan('https://github.com/org/a-first', ['left-pad@1.3.0'])
    const { page, leave } = await stage.open('/projects')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Actions for github.com/org/a-first' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Edit')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('Delete')
    await page.keyboard.press('Enter')
    await page.getByLabel('Type “github.com/org/a-first” to confirm').waitFor()
    await page.keyboard.type('github.com/org/a-first')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /a-first/ }).waitFor({ state: 'detached' })
    const row = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent)
    await expect.poll(row).toContain('github.com/org/better')
    await leave()
  })

  test('continue at the heading of a page opened from the palette', async () => {
    const { page, leave } = await open()
    await page.keyboard.press('j')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command palette' }).fill('go to status')
    await page.getByRole('option', { name: 'Status', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Status' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Status')
    await expect.poll(() => violations(page)).toEqual([])
    await leave()
  })
})
