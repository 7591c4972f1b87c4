import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('triage', (stage) => {
  const rowsOf = (page: Page, name: string) => page.getByRole('table', { name }).getByRole('row')
  const panelOf = (page: Page) => page.getByRole('dialog').filter({ hasText: 'History' })

  beforeAll(async () => {
    await stage.product.scan('https://github.com/org/shop', ['lodash@4.17.4'])
  })

  test('the panel sets state, assignee and due date, takes comments and tells the history', async () => {
    const { page, leave } = await stage.open('/findings')
    const table = page.getByRole('table', { name: 'Findings' })
    await table
      .getByRole('button', { name: /^Open: / })
      .first()
      .click()
    const panel = panelOf(page)
    await panel.getByLabel('State').selectOption('In triage')
    await panel.getByText('State: Open → In triage').waitFor()
    await panel.getByLabel('Due').fill('2030-01-31')
    await panel.getByText('Set by hand').waitFor()
    await panel.getByLabel('Write a comment').fill('Is it reachable?')
    await panel.getByRole('button', { name: 'Comment', exact: true }).click()
    await panel.getByRole('article').getByText('Is it reachable?').waitFor()
    const assignee = panel.getByLabel('Assignee')
    const me = await assignee.locator('option').nth(1).getAttribute('value')
    await assignee.selectOption(me)
    await panel.getByText('Assignee: none →').waitFor()
    const tree = panel.getByRole('list', { name: 'Tree for coordinators (CISA)' })
    await expect.poll(() => tree.getByRole('listitem').count()).toBe(5)
    await tree.getByText('Mission and well-being · assumed, nothing says so').waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Assigned to me' }).click()
    await page.waitForURL(/assignee=me/)
    await expect.poll(() => rowsOf(page, 'Findings').count()).toBe(2)
    await leave()
  })

  test('selected vulnerabilities are accepted at once, counted as decisions, and brought back by undo', async () => {
    const { page, leave } = await stage.open('/vulns')
    const open = rowsOf(page, 'Open vulnerabilities')
    await open.nth(1).waitFor()
    const all = await open.count()
    await open.nth(1).getByRole('link').first().focus()
    await page.keyboard.press('x')
    await open
      .nth(2)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: 'Set state' }).click()
    await page.getByRole('button', { name: 'Accepted risk' }).click()
    const form = page.getByRole('form', { name: 'Set to “Accepted risk”' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Give a reason').waitFor()
    await form.getByLabel('Reason').fill('Internal only')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 findings changed').waitFor()
    const accountUuid = (await stage.product.api.accounts.me()).uuid
    const active = async () =>
      (await stage.product.api.decisions.list({ params: { accountUuid }, query: {} })).counts.active
    await expect.poll(active).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 2 findings.').waitFor()
    await expect.poll(active).toBe(0)
    await expect.poll(() => open.count()).toBe(all)
    await leave()
  })

  test('a decision is listed with its reason, ended from the list, and accessible in every theme', async () => {
    const { api } = stage.product
    const { uuid: accountUuid } = await api.accounts.me()
    const params = { accountUuid }
    const body = {
      state: 'not-affected',
      justification: 'component_not_present',
      reason: 'Only in tests',
    } as const
    await api.decisions.create({ params, body: { ...body, ecosystem: 'npm', package: 'lodash' } })
    const { page, leave } = await stage.open('/decisions')
    await page.getByRole('table', { name: 'Decisions' }).getByText('Only in tests').waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await page.getByRole('checkbox').first().click()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('No active decisions').waitFor()
    await page.getByRole('button', { name: /^Ended/ }).click()
    await page.getByText('Ended by a member').first().waitFor()
    await leave()
  })
})
