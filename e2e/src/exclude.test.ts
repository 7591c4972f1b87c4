import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { stories } from './stories.ts'
import { enterByInvitation, looks, violations, widthOf } from './visitor.ts'

stories('a finding that does not concern the project', (stage) => {
  let pid: string
  let accountUuid: string

  beforeAll(async () => {
    const { api, scan } = stage.product
    pid = await scan('https://github.com/org/kiosk', ['minimist@1.2.0'])
    accountUuid = (await api.users.me()).account.uuid
  })

  const exclusions = () => stage.product.api.exclusions.list({ params: { accountUuid }, query: {} })
  const openFinding = async (page: Page) => {
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click()
    return page.getByRole('button', { name: 'Exclude…' })
  }

  test('is excluded by keys, with a reason, and it is taken back', async () => {
    const { page, leave } = await stage.open(`/projects?pid=${pid}`)
    const exclude = await openFinding(page)
    await exclude.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Exclude this finding in minimist' })
    await dialog.getByRole('radio', { name: 'Mitigated' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Only our own arguments are parsed')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Excluded from the next scan on.').waitFor()
    expect(await exclusions()).toMatchObject([
      { reason: 'unapplicable', description: 'Only our own arguments are parsed', projectUuid: pid },
    ])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await exclusions()).length).toBe(0)
    await leave()
  })

  test('counts no more from the next scan on, stays listed, and counts again when the exclusion ends', async () => {
    const { page, leave } = await stage.open(`/projects?pid=${pid}`)
    const security = page.getByRole('region', { name: 'Security' }).first()
    await security.getByText('high risk').or(security.getByText('moderate risk')).first().waitFor()
    await (await openFinding(page)).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Everywhere' }).check()
    await dialog.getByLabel('Until the end of').fill('2099-12-31')
    await dialog.getByRole('button', { name: 'Exclude', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await exclusions())[0]).toMatchObject({ projectUuid: null, expiresAt: Date.UTC(2100, 0, 1) })
    await page.getByRole('button', { name: 'Scan again' }).click()
    await page.getByRole('rowheader').getByText('excluded', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'End the exclusion' }).click()
    await page.getByText('The exclusion has ended.').waitFor()
    expect(await exclusions()).toEqual([])
    await page.getByRole('button', { name: 'Scan again' }).click()
    await page.getByRole('rowheader').getByText('excluded', { exact: true }).waitFor({ state: 'detached' })
    await leave()
  })

  test('stays as it is for a viewer, who is told why', async () => {
    const member = await stage.product.api.members.add({
      ...{ params: { accountUuid }, body: { email: 'viewer@example.org' } },
    })
    const { page, leave } = await enterByInvitation(stage.browser, stage.product, member)
    await page.goto(`${stage.product.url}/projects?pid=${pid}`)
    const exclude = await openFinding(page)
    expect(await exclude.getAttribute('title')).toBe('Your role may not change exclusions')
    await exclude.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
    await leave()
  })

  test.each(looks)('breaks no rule, $colorScheme at $width', async ({ colorScheme, width }) => {
    const options = { colorScheme, viewport: { width, height: 900 } }
    const { page, leave } = await stage.open(`/projects?pid=${pid}`, options)
    const exclude = await openFinding(page)
    expect(await violations(page)).toEqual([])
    await exclude.click()
    await page.getByRole('dialog').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await widthOf(page)).toBeLessThanOrEqual(width)
    await leave()
  })
})
