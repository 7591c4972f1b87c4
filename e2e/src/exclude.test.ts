import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { acceptInvitation, violationsInVariants } from './browser-user.ts'

describeWithBrowser('excluding a finding', (stage) => {
  let pid: string
  let accountUuid: string

  beforeAll(async () => {
    const { api, scan } = stage.product
    pid = await scan('https://github.com/org/kiosk', ['minimist@1.2.0'])
    accountUuid = (await api.users.me()).account.uuid
  })

  const exclusions = () => stage.product.api.exclusions.list({ params: { accountUuid }, query: {} })
  const excludedIn = (page: Page) => page.getByRole('rowheader').getByText('excluded', { exact: true })
  const openFinding = async (page: Page) => {
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click()
    return page.getByRole('button', { name: 'Exclude…' })
  }

  test('works by keyboard, with a reason, and can be undone', async () => {
    const { page, leave } = await stage.open(`/projects?pid=${pid}`)
    const exclude = await openFinding(page)
    await exclude.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Exclude this finding in minimist' })
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Exclude', exact: true }).getAttribute('title'))
      .toBe('Choose a reason')
    await dialog.getByRole('radio', { name: 'Mitigated' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Only our own arguments are parsed')
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('1 finding excluded. Rescanning…').waitFor()
    await expect
      .poll(() => exclusions())
      .toMatchObject([
        { reason: 'unapplicable', description: 'Only our own arguments are parsed', projectUuid: pid },
      ])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await exclusions()).length).toBe(0)
    await page.getByText('Rescan finished.').waitFor()
    await excludedIn(page).waitFor({ state: 'detached' })
    // The focused buttons were removed, but the next key continues at their position.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=tabpanel]') !== null))
      .toBe(true)
    await leave()
  })

  test('marks it as pending, then lists it without counting it, until the exclusion ends', async () => {
    const { page, leave } = await stage.open(`/projects?pid=${pid}`)
    // Delayed, to see the page before the rescan.
    const rescans: (() => Promise<void>)[] = []
    await page.route('**/reports/*/full*', (route) => void rescans.push(() => route.continue()))
    const security = page.getByRole('region', { name: 'Security' }).first()
    await security.getByText('high risk').or(security.getByText('moderate risk')).first().waitFor()
    await (await openFinding(page)).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Not applicable' }).check()
    await dialog.getByRole('radio', { name: 'All projects' }).check()
    await dialog.getByLabel('Expires on').fill('2099-12-31')
    await dialog.getByRole('button', { name: 'Exclude', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect
      .poll(async () => (await exclusions())[0])
      .toMatchObject({ projectUuid: null, expiresAt: Date.UTC(2100, 0, 1) })
    await page.getByRole('rowheader').getByText('Excluded, pending rescan').waitFor()
    await expect.poll(() => rescans.length).toBe(1)
    await rescans.shift()!()
    await excludedIn(page).waitFor()
    // The list has one more finding than the report counts, with an explanation.
    await page.getByText('1 excluded', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove exclusion' }).click()
    await page.getByText('Exclusion removed. Rescanning…').waitFor()
    await expect.poll(() => exclusions()).toEqual([])
    await expect.poll(() => rescans.length).toBe(1)
    await rescans[0]!()
    await excludedIn(page).waitFor({ state: 'detached' })
    await leave()
  })

  test('is disabled for a viewer, with the reason', async () => {
    const member = await stage.product.api.members.add({
      params: { accountUuid },
      body: { email: 'viewer@example.org' },
    })
    const { page, leave } = await acceptInvitation(stage.browser, stage.product, member)
    await page.goto(`${stage.product.url}/projects?pid=${pid}`)
    const exclude = await openFinding(page)
    await expect
      .poll(() => exclude.getAttribute('title'))
      .toBe('You do not have permission to change exclusions')
    await exclude.click({ force: true })
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await leave()
  })
})
