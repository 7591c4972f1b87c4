import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stories } from './stories.ts'
import { enterByInvitation, violations } from './visitor.ts'

stories('the account', (stage) => {
  const open = () => stage.open('/settings/account')
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first()
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()
  const own = async () => ({ params: { accountUuid: (await stage.product.api.users.me()).account.uuid } })
  const configuration = async () => stage.product.api.accounts.configuration(await own())

  test('is renamed, when it gets a name at all', async () => {
    const { page, leave } = await open()
    const identity = part(page, 'Name and address')
    await identity.getByLabel('Name', { exact: true }).fill(' ')
    await identity.getByLabel('E-mail address').fill('nobody')
    await identity.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => identity.getByText('Required information not provided.').count()).toBe(2)
    expect(await violations(page)).toEqual([])
    await identity.getByLabel('Name', { exact: true }).fill('Renamed')
    await identity.getByLabel('E-mail address').fill('office@example.org')
    await page.keyboard.press('Enter')
    await identity.getByText('Saved.').waitFor()
    expect(await stage.product.api.accounts.me()).toMatchObject({
      name: 'Renamed',
      email: 'office@example.org',
    })
    await page.reload()
    await expect.poll(() => identity.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed')
    await leave()
  })

  test('says what scans must reach, and what a score is', async () => {
    const { page, leave } = await open()
    const minimums = part(page, 'Minimum scores')
    for (const wrong of ['101', '-1', 'many', '7.5', '']) {
      await minimums.getByLabel('Security').fill(wrong)
      await minimums.getByRole('button', { name: 'Save' }).click()
      await minimums.getByText('A score is a whole number from 0 to 100').waitFor()
    }
    await minimums.getByLabel('Security').fill('75')
    await minimums.getByRole('button', { name: 'Save' }).click()
    await minimums.getByText('Saved.').waitFor()
    expect((await configuration()).minimumScores).toMatchObject({ security: 75, source: 'account' })
    await leave()
  })

  test('has other minimum scores for a tag, and takes a removal back', async () => {
    await stage.product.api.tags.create({ body: { name: 'internal' } })
    const { page, leave } = await open()
    const byTag = part(page, 'Minimum scores by tag')
    const dialog = page.getByRole('dialog')
    await byTag.getByRole('button', { name: 'Add a tag' }).click()
    await dialog.getByLabel('Security').fill('200')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('A score is a whole number from 0 to 100').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Security').fill('40')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await byTag.getByRole('row', { name: /^internal 40 80 as the account/ }).waitFor()
    await byTag.getByRole('button', { name: 'Change the minimum scores of internal' }).click()
    await dialog.getByLabel('Stability').fill('30')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await byTag.getByRole('row', { name: /^internal 40 30 / }).waitFor()
    const tagThresholds = [
      { tag: 'internal', minimumSecurity: 40, minimumStability: 30, minimumLicensing: null },
    ]
    expect((await configuration()).tagThresholds).toEqual(tagThresholds)
    await byTag.getByRole('button', { name: 'Remove the minimum scores of internal' }).click()
    await byTag.getByText('No tag has minimum scores of its own.').waitFor()
    await undo(page)
    await byTag.getByRole('row', { name: /^internal/ }).waitFor()
    await expect.poll(async () => (await configuration()).tagThresholds).toEqual(tagThresholds)
    await leave()
  })

  test('scores by severity, and takes that back', async () => {
    const { page, leave } = await open()
    await page.getByRole('radio', { name: 'By severity' }).click()
    await expect.poll(async () => (await configuration()).securityScoring).toBe('severity')
    await undo(page)
    await expect.poll(async () => (await configuration()).securityScoring).toBe('cvss')
    await expect.poll(() => page.getByRole('radio', { name: 'By CVSS' }).isChecked()).toBe(true)
    await leave()
  })

  test('switches features, but not that of members, which follows', async () => {
    const { page, leave } = await open()
    const feature = (name: string) => page.getByRole('switch', { name })
    const features = async () => (await stage.product.api.accounts.me()).features.toSorted()
    const known = await features()
    expect(known).toContain('teams')
    await feature('Jira').click()
    await page.getByText('Jira is on.').waitFor()
    expect(await features()).toEqual(['jira', ...known])
    await undo(page)
    await expect.poll(features).toEqual(known)
    await expect.poll(() => feature('Jira').getAttribute('aria-checked')).toBe('false')

    expect(await feature('Members').getAttribute('aria-disabled')).toBe('true')
    await page.getByText('Teams stand in for it while they are on.').waitFor()
    await feature('Members').focus()
    await page.keyboard.press('Space')
    await feature('Teams').focus()
    await page.keyboard.press('Space')
    await expect.poll(() => feature('Members').getAttribute('aria-checked')).toBe('true')
    expect(await features()).toEqual([...known.filter((name) => name !== 'teams'), 'members'].toSorted())
    await page.goto(`${stage.product.url}/dashboard`)
    await page.getByRole('heading', { name: 'Metrics criteria' }).waitFor()
    expect(await page.getByLabel('Team', { exact: true }).count()).toBe(0)
    await page.goto(`${stage.product.url}/settings/account`)
    await feature('Teams').click()
    await page.getByText('Teams is on.').waitFor()
    await leave()
  })

  test('asks for a second factor, or no more', async () => {
    const { page, leave } = await open()
    await page.getByRole('switch', { name: 'A second factor for everybody' }).click()
    await page.getByText('Everybody needs a second factor now.').waitFor()
    expect((await configuration()).requiresMfa).toBe(true)
    await undo(page)
    await expect.poll(async () => (await configuration()).requiresMfa).toBe(false)
    await leave()
  })

  test('changes its plan, and takes that back', async () => {
    const { page, leave } = await open()
    const { plan } = await stage.product.api.accounts.me()
    await page.getByRole('button', { name: 'Choose the plan Open source' }).click()
    await page.getByText('The plan is Open source now.').waitFor()
    await page.getByText('It is not part of the open source plan.').waitFor()
    expect((await stage.product.api.accounts.me()).plan).toBe('opensource')
    await undo(page)
    await expect.poll(async () => (await stage.product.api.accounts.me()).plan).toBe(plan)
    await leave()
  })

  test('gives a support token to read with, and says until when', async () => {
    const { page, leave } = await open()
    const support = part(page, 'Support token')
    await support.getByText('No support token is valid.').waitFor()
    await part(page, 'What there is').getByText('unlimited').waitFor()
    await page.getByRole('button', { name: 'Make a support token' }).click()
    const token = await page
      .getByRole('group', { name: 'The support token is made.' })
      .locator('code')
      .innerText()
    await support.getByText(/^The support token is valid until/).waitFor()
    expect(await violations(page)).toEqual([])
    const reads = await fetch(`${stage.product.url}/api/v1/users/me`, {
      headers: { authorization: `token ${token}` },
    })
    expect(reads.status).toBe(200)
    await leave()
  })

  test('of the operator is never closed', async () => {
    const { page, context } = await open()
    const dialog = page.getByRole('dialog')
    const { name } = await stage.product.api.accounts.me()
    await page.getByRole('button', { name: 'Close the account' }).click()
    await dialog.getByLabel(`Type “${name}” to go on`).fill(name)
    await dialog.getByRole('button', { name: 'Close the account' }).click()
    await dialog.getByText("The operator's own account cannot be removed or closed").waitFor()
    await context.close()
  })

  test.each([
    { act: 'Close the account', left: ['Other'] },
    { act: 'Remove the account', left: [] },
  ])('of others: “$act” asks for the name, and logs out', async ({ act, left }) => {
    const email = `${act.split(' ', 1)[0]!.toLowerCase()}@example.org`
    const { invitationUrl } = await stage.product.api.accounts.create({ body: { name: 'Other', email } })
    const { page, context } = await enterByInvitation(stage.browser, stage.product, { invitationUrl })
    await page.goto(`${stage.product.url}/settings/account`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: act }).click()
    await dialog.getByLabel('Type “Other” to go on').fill('other')
    await dialog.getByRole('button', { name: act }).click()
    await dialog.getByText('This is not “Other”').waitFor()
    await dialog.getByLabel('Type “Other” to go on').fill('Other')
    await dialog.getByRole('button', { name: act }).click()
    await page.getByText('A LOGIN IS REQUIRED TO ACCESS METRICS').waitFor()
    const accounts = await stage.product.api.accounts.list()
    expect(accounts.filter((each) => each.email === email).map((each) => each.name)).toEqual(left)
    await context.close()
  })
})
