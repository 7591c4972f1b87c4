import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin } from './product.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { acceptInvitation, violations } from './browser-user.ts'

const problem = { errorType: 'databaseUnavailable', message: 'The database is away.' }
const inDialog = async (page: Page, button: string, fields: Record<string, string> = {}) => {
  const dialog = page.getByRole('dialog')
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: button }).click()
}
const openFailing = (page: Page) => page.getByRole('button', { name: 'Failing', exact: true }).click()

/** An action, the request that fails, and the message shown. */
const failures = [
  {
    section: 'members',
    call: /^POST .*members$/,
    async act(page: Page) {
      await page.getByRole('button', { name: 'Invite member' }).click()
      await inDialog(page, 'Invite', { 'Email address': 'new@example.org' })
    },
    says: 'Oops... Something went wrong. The account member could not be created.',
  },
  {
    section: 'members',
    call: /^DELETE .*members/,
    async act(page: Page) {
      await page.getByRole('button', { name: 'Actions for failing@example.org' }).click()
      await page.getByRole('button', { name: 'Remove failing@example.org' }).click()
      await inDialog(page, 'Remove', { 'Type “failing@example.org” to confirm': 'failing@example.org' })
    },
    says: 'Oops... Something went wrong. The account member could not be deleted.',
  },
  {
    section: 'members',
    call: /^POST .*members/,
    act: (page: Page) => page.getByLabel('Role of failing@example.org').selectOption('Collaborator'),
    says: 'Oops... Something went wrong. The account member could not be updated.',
  },
  {
    section: 'members',
    call: /primary$/,
    act: (page: Page) => page.getByLabel('Primary team of failing@example.org').selectOption('Failing'),
    says: 'Oops... Something went wrong! The primary team could not be changed.',
  },
  {
    section: 'teams',
    call: /^POST .*teams$/,
    async act(page: Page) {
      await page.getByRole('button', { name: 'New team' }).click()
      await inDialog(page, 'Create team', { Name: 'Another' })
    },
    says: 'The team could not be created.',
  },
  {
    section: 'teams',
    call: /^POST .*teams/,
    async act(page: Page) {
      await page.getByRole('button', { name: 'Rename Failing' }).click()
      await inDialog(page, 'Save', { Name: 'Renamed' })
    },
    says: 'The team could not be updated.',
  },
  {
    section: 'teams',
    call: /^DELETE .*teams/,
    async act(page: Page) {
      await page.getByRole('button', { name: 'Delete Failing' }).click()
      await inDialog(page, 'Delete', { 'Type “Failing” to confirm': 'Failing' })
    },
    says: 'The team could not be deleted.',
  },
  {
    section: 'teams',
    call: /^POST .*members$/,
    async act(page: Page) {
      await openFailing(page)
      await page.getByLabel('Member', { exact: true }).selectOption('outside@example.org')
      await page.getByRole('button', { name: 'Add to team' }).click()
    },
    says: 'Oops... Something went wrong. The member has not been added to the team',
  },
  {
    section: 'teams',
    call: /^POST .*members/,
    async act(page: Page) {
      await openFailing(page)
      await page.getByLabel('Team role of failing@example.org').selectOption('Team collaborator')
    },
    says: 'Oops... Something went wrong. The team member could not be updated.',
  },
  {
    section: 'teams',
    call: /^DELETE .*members/,
    async act(page: Page) {
      await openFailing(page)
      await page.getByRole('button', { name: 'Remove failing@example.org from team' }).click()
    },
    says: 'The team member could not be removed.',
  },
]

describeWithBrowser('the settings', (stage) => {
  const invite = async (email: string) => {
    const { account } = await stage.product.api.users.me()
    return stage.product.api.members.add({ params: { accountUuid: account.uuid }, body: { email } })
  }
  const open = (section: string) => stage.open(`/settings/${section}`)
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  test('create a token, show it once, and revoke it', async () => {
    const { page, leave } = await stage.open('/dashboard')
    await page.getByRole('button', { name: /^Menu of/ }).click()
    await page.getByRole('link', { name: 'Profile & security' }).click()
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog', { name: 'New token' })
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByText('The name is missing').waitFor()
    await dialog.getByLabel('Name').fill('build server')
    await dialog.getByLabel('Access').selectOption('write')
    await dialog.getByLabel('Expires').selectOption('90')
    await expect.poll(() => violations(page)).toEqual([])
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const secret = page.getByRole('group', { name: 'Token “build server” created.' })
    const text = await secret.locator('code').innerText()
    const asToken = await fetch(`${stage.product.url}/api/v1/users/me`, {
      headers: { authorization: `token ${text}` },
    })
    expect(asToken.status).toBe(200)
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => row(page, 'build server').innerText()).toMatch(/Write\s+Yours/)
    await page.getByRole('button', { name: 'Revoke token build server' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No API tokens.').waitFor()
    await leave()
  })

  test('revoke another session', async () => {
    const { page, leave } = await open('security')
    await row(page, 'This session').waitFor()
    const others = page.getByRole('button', { name: /^Revoke session of/ })
    await others.first().waitFor()
    const count = await others.count()
    await others.first().click()
    await expect.poll(() => others.count()).toBe(count - 1)
    await leave()
  })

  test('invite a member, change the role, and remove the member by name', async () => {
    const { page, leave } = await open('members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email address').fill('ann@example.org')
    await dialog.getByLabel('Role').selectOption('Collaborator')
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const link = page.getByRole('group', { name: 'Link for ann@example.org' })
    await expect.poll(() => link.locator('code').innerText()).toContain('/password#')
    await page.getByLabel('Role of ann@example.org').selectOption('Team viewer')
    await expect.poll(async () => (await memberOf('ann@example.org'))?.role).toBe('Team viewer')
    await page.getByRole('button', { name: 'Actions for ann@example.org' }).click()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove ann@example.org' }).click()
    await dialog.getByLabel('Type “ann@example.org” to confirm').fill('ann')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByText('Does not match “ann@example.org”').waitFor()
    await dialog.getByLabel('Type “ann@example.org” to confirm').fill('ann@example.org')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => row(page, 'ann@example.org').count()).toBe(0)
    await expect.poll(() => memberOf('ann@example.org')).toBeUndefined()
    await leave()
  })

  test('explain why an invitation fails, and why the last administrator cannot be changed', async () => {
    const { page, context } = await open('members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email address').fill(admin.email)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const created = 'Oops... Something went wrong. The account member could not be created.'
    await dialog.getByText(`${created} This email address already belongs to a member`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel(`Role of ${admin.email}`).selectOption('Viewer')
    const updated = 'Oops... Something went wrong. The account member could not be updated.'
    const reason = 'The last administrator of an account cannot be removed or demoted'
    await page.getByText(`${updated} ${reason}`).waitFor()
    await expect.poll(() => page.getByLabel(`Role of ${admin.email}`).inputValue()).toBe('Administrator')
    await context.close()
  })

  test('undo a role change, disabling a member, and a removal from a team', async () => {
    const email = 'undone@example.org'
    const { api } = stage.product
    const { invitationUrl } = await invite(email)
    const { leave: leaveAsMember } = await acceptInvitation(stage.browser, stage.product, { invitationUrl })
    await leaveAsMember()
    const { page, leave } = await open('members')
    const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByLabel(`Role of ${email}`).selectOption('Collaborator')
    await page.getByText(`${email} is now Collaborator.`).waitFor()
    await undo()
    await expect.poll(async () => (await memberOf(email))?.role).toBe('Viewer')
    await page.getByRole('button', { name: `Actions for ${email}` }).click()
    await page.getByRole('button', { name: `Disable ${email}` }).click()
    await page.getByText(`${email} is now disabled.`).waitFor()
    await expect.poll(async () => (await memberOf(email))?.status).toBe('Inactive')
    await undo()
    await expect.poll(async () => (await memberOf(email))?.status).toBe('Active')

    const { uuid: teamUuid } = await api.teams.create({ body: { name: 'Undoers' } })
    const { uuid } = (await memberOf(email))!
    await api.teams.addMember({ params: { teamUuid }, body: { uuid, role: 'Team collaborator' } })
    await page.goto(`${stage.product.url}/settings/teams`)
    await page.getByRole('button', { name: 'Undoers', exact: true }).click()
    await page.getByRole('button', { name: `Remove ${email} from team` }).click()
    await page.getByText(`${email} removed from Undoers.`).waitFor()
    await expect.poll(() => api.teams.members({ params: { teamUuid } })).toEqual([])
    await undo()
    await expect
      .poll(async () => (await api.teams.members({ params: { teamUuid } })).map(({ role }) => role))
      .toEqual(['Team collaborator'])
    await api.teams.remove({ params: { teamUuid } })
    await leave()
  })

  test.each(failures)(
    'show the message of the specification: $says',
    async ({ section, call, act, says }) => {
      const { api } = stage.product
      const team = await api.teams.create({ body: { name: 'Failing' } })
      await invite('failing@example.org').catch(() => null)
      await invite('outside@example.org').catch(() => null)
      const { uuid } = (await memberOf('failing@example.org'))!
      await api.teams.addMember({ params: { teamUuid: team.uuid }, body: { uuid, role: 'Team viewer' } })
      const { page, context } = await open(section)
      // Only this request fails.
      await page.route('**/api/v1/**', (route) => {
        const request = route.request()
        const isMeant = `${request.method()} ${new URL(request.url()).pathname}`.match(call) !== null
        return isMeant ? route.fulfill({ status: 503, json: problem }) : route.fallback()
      })
      await act(page)
      await page.getByText(`${says} ${problem.message}`).first().waitFor()
      await context.close()
      await api.teams.remove({ params: { teamUuid: team.uuid } })
    },
  )

  test('create a team, add a member, and delete it by typing its name', async () => {
    const { account } = await stage.product.api.users.me()
    const params = { accountUuid: account.uuid }
    await stage.product.api.members.add({ params, body: { email: 'bo@example.org', role: 'Team viewer' } })
    const { page, leave } = await open('teams')
    await page.getByRole('button', { name: 'New team' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Payments')
    await dialog.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('button', { name: 'Payments', exact: true }).click()
    const members = page.getByRole('region', { name: 'Members of Payments' })
    await members.getByText('No members in this team.').waitFor()
    await members.getByLabel('Member').selectOption('bo@example.org')
    await members.getByRole('button', { name: 'Add to team' }).click()
    await members.getByLabel('Team role of bo@example.org').selectOption('Team collaborator')
    await expect
      .poll(async () => (await memberOf('bo@example.org'))?.teams.map(({ role }) => role))
      .toEqual(['Team collaborator'])
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Rename Payments' }).click()
    await dialog.getByLabel('Name').fill('Money')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove bo@example.org from team' }).click()
    await page.getByText('No members in this team.').waitFor()
    await page.getByRole('button', { name: 'Delete Money' }).click()
    await dialog.getByLabel('Type “Money” to confirm').fill('Money')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Money', exact: true }).count()).toBe(0)
    await leave()
  })

  test('create a tag and assign it to a project', async () => {
    await stage.product.scan('https://github.com/org/web', ['lodash@4.17.4'])
    const { page, leave } = await open('tags')
    await page.getByRole('button', { name: 'New tag' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('a,b')
    await dialog.getByRole('button', { name: 'Create tag' }).click()
    await dialog.getByText('A tag cannot contain a comma').waitFor()
    await dialog.getByLabel('Name').fill('production')
    await dialog.getByRole('button', { name: 'Create tag' }).click()
    await page.getByRole('button', { name: 'Projects of production' }).click()
    await dialog.getByLabel('github.com/org/web').check()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /production 1/ }).waitFor()
    await leave()
  })

  const memberOf = async (email: string) => {
    const { account } = await stage.product.api.users.me()
    const members = await stage.product.api.members.list({ params: { accountUuid: account.uuid } })
    return members.find((member) => member.email === email)
  }

  test('change the password if the current one is correct', async () => {
    const { page, context } = await open('security')
    await page.getByLabel('Current password').fill('wrong')
    await page.getByLabel('New password').fill('another long password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is wrong').waitFor()
    await page.getByLabel('Current password').fill(admin.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    const back = { password: 'another long password', newPassword: admin.password }
    await page.getByLabel('Current password').fill(back.password)
    await page.getByLabel('New password').fill(back.newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect.poll(async () => (await login(admin.password)).status).toBe(200)
    await context.close()
  })

  const login = (password: string) =>
    fetch(`${stage.product.url}/api/v1/credentials/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: admin.email, password }),
    })
})
