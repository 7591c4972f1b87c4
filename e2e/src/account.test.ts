import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { acceptInvitation, violations } from './browser-user.ts'

describeWithBrowser('the account', (stage) => {
  const open = () => stage.open('/settings/account')
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first()
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()
  const own = async () => ({ params: { accountUuid: (await stage.product.api.users.me()).account.uuid } })
  const configuration = async () => stage.product.api.accounts.configuration(await own())

  test('is renamed; an empty name is rejected', async () => {
    const { page, leave } = await open()
    const identity = part(page, 'Account details')
    await identity.getByLabel('Name', { exact: true }).fill(' ')
    await identity.getByLabel('Email address').fill('nobody')
    await identity.getByRole('button', { name: 'Save' }).click()
    await identity.getByText('Required information not provided.').waitFor()
    await identity.getByText('email must be an email address').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await identity.getByLabel('Name', { exact: true }).fill('Renamed')
    await identity.getByLabel('Email address').fill('office@example.org')
    await page.keyboard.press('Enter')
    await identity.getByText('Saved.').waitFor()
    await expect
      .poll(() => stage.product.api.accounts.me())
      .toMatchObject({
        name: 'Renamed',
        email: 'office@example.org',
      })
    await page.reload()
    await expect.poll(() => identity.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed')
    await leave()
  })

  test('changes its score, its plan and whether it requires two-factor authentication, which can be undone', async () => {
    const { page, leave } = await open()
    await page.getByRole('radio', { name: 'By severity' }).click()
    await expect.poll(async () => (await configuration()).securityScoring).toBe('severity')
    await undo(page)
    await expect.poll(async () => (await configuration()).securityScoring).toBe('cvss')
    await expect.poll(() => page.getByRole('radio', { name: 'By CVSS' }).isChecked()).toBe(true)
    await page.getByRole('switch', { name: 'Require two-factor authentication' }).click()
    await page.getByText('Two-factor authentication is now required.').waitFor()
    await expect.poll(async () => (await configuration()).requiresMfa).toBe(true)
    await undo(page)
    await expect.poll(async () => (await configuration()).requiresMfa).toBe(false)
    const { plan } = await stage.product.api.accounts.me()
    await page.getByRole('button', { name: 'Choose Open source' }).click()
    await page.getByText('Plan changed to Open source.').waitFor()
    await page.getByText('Not included in the Open source plan.').waitFor()
    await expect.poll(async () => (await stage.product.api.accounts.me()).plan).toBe('opensource')
    await undo(page)
    await expect.poll(async () => (await stage.product.api.accounts.me()).plan).toBe(plan)
    await leave()
  })

  test('turns features on and off, except Members, which depends on Teams', async () => {
    const { page, leave } = await open()
    const feature = (name: string) => page.getByRole('switch', { name })
    const features = async () => (await stage.product.api.accounts.me()).features.toSorted()
    const before = await features()
    expect(before).toContain('teams')
    await feature('Provenance ledger').click()
    await page.getByText('Provenance ledger turned on.').waitFor()
    await expect.poll(() => features()).toEqual([...before, 'rkvst'].toSorted())
    await undo(page)
    await expect.poll(features).toEqual(before)
    await expect.poll(() => feature('Provenance ledger').getAttribute('aria-checked')).toBe('false')

    await expect.poll(() => feature('Members').getAttribute('aria-disabled')).toBe('true')
    await page.getByText('Not available while Teams is on.').waitFor()
    await feature('Members').focus()
    await page.keyboard.press('Space')
    await feature('Teams').focus()
    await page.keyboard.press('Space')
    await expect.poll(() => feature('Members').getAttribute('aria-checked')).toBe('true')
    // The switch changes before the server has responded.
    await expect.poll(features).toEqual([...before.filter((name) => name !== 'teams'), 'members'].toSorted())
    await page.goto(`${stage.product.url}/dashboard`)
    await page.getByRole('heading', { name: 'Metrics criteria' }).waitFor()
    await expect.poll(() => page.getByLabel('Team', { exact: true }).count()).toBe(0)
    await page.goto(`${stage.product.url}/settings/account`)
    await feature('Teams').click()
    await page.getByText('Teams turned on.').waitFor()
    await page.goto(`${stage.product.url}/dashboard`)
    const team = page.getByLabel('Team', { exact: true })
    await expect.poll(() => team.locator('option').first().innerText()).toBe('All teams')
    await leave()
  })

  test('creates a read-only support token and shows its expiry', async () => {
    const { page, leave } = await open()
    const support = part(page, 'Support token')
    await support.getByText('No active support token.').waitFor()
    await part(page, 'Usage').getByText('unlimited').waitFor()
    await page.getByRole('button', { name: 'Create support token' }).click()
    const token = await page
      .getByRole('group', { name: 'Support token created.' })
      .locator('code')
      .innerText()
    await support.getByText(/^The support token expires/).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    const reads = await fetch(`${stage.product.url}/api/v1/users/me`, {
      headers: { authorization: `token ${token}` },
    })
    expect(reads.status).toBe(200)
    await page.reload()
    await expect.poll(() => support.locator('code').innerText()).toBe(token)
    await expect.poll(() => violations(page)).toEqual([])
    await leave()
  })

  test('of the operator cannot be closed', async () => {
    const { page, context } = await open()
    const dialog = page.getByRole('dialog')
    const { name } = await stage.product.api.accounts.me()
    await page.getByRole('button', { name: 'Close account' }).click()
    await dialog.getByLabel(`Type “${name}” to confirm`).fill(name)
    await dialog.getByRole('button', { name: 'Close account' }).click()
    await dialog.getByText("The operator's own account cannot be removed or closed").waitFor()
    await context.close()
  })

  test.each([
    { act: 'Close account', left: ['Other'] },
    { act: 'Delete account', left: [] },
  ])('of others: “$act” requires typing the name, and logs out', async ({ act, left }) => {
    const email = `${act.split(' ', 1)[0]!.toLowerCase()}@example.org`
    const { invitationUrl } = await stage.product.api.accounts.create({ body: { name: 'Other', email } })
    const { page, context } = await acceptInvitation(stage.browser, stage.product, { invitationUrl })
    await page.goto(`${stage.product.url}/settings/account`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: act }).click()
    await dialog.getByLabel('Type “Other” to confirm').fill('other')
    await dialog.getByRole('button', { name: act }).click()
    await dialog.getByText('Does not match “Other”').waitFor()
    await dialog.getByLabel('Type “Other” to confirm').fill('Other')
    await dialog.getByRole('button', { name: act }).click()
    await page.getByText('A LOGIN IS REQUIRED TO ACCESS METRICS').waitFor()
    const accounts = await stage.product.api.accounts.list()
    expect(accounts.filter((each) => each.email === email).map((each) => each.name)).toEqual(left)
    await context.close()
  })
})
