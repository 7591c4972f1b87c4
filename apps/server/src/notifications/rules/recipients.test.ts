import { dayMs } from '@assay/engine/time.ts'
import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { remindJob } from './remind-job.ts'
import { sendDueRule } from './send-due.ts'

const server = testServer()

/** Simulates that a day has passed, for which digests collect events. */
async function sendDigests(): Promise<void> {
  await server.mailed()
  while (await sendDueRule(server.context, new Date(Date.now() + 8 * dayMs)));
}

async function titlesOf(member: TestMember): Promise<string[]> {
  const { api } = await signedIn(server, member)
  const { messages } = await api.inbox.list({})
  return messages.flatMap(({ message }) => message.lines.map(({ title }) => title))
}

const projectsOf = async ({ api }: TestMember) =>
  (await api.inbox.list({})).messages.flatMap(({ message }) =>
    message.lines.flatMap(({ projects }) => projects),
  )

const mailsTo = async ({ email }: TestMember) => (await server.mailed()).filter(({ to }) => to === email)

const daily = (kind: NotificationKind) => ({
  name: kind,
  kinds: [kind],
  minimumSeverity: 'LOW' as const,
  cadence: 'daily' as const,
})

const upload = ({ api }: TestMember, project: string, teamUuid: string) =>
  api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4'])),
      branch: 'main',
      url: `https://example.org/${project}`,
      teamUuid,
    },
  })

describe('a digest is not sent', () => {
  test('to a member who is no longer active', async () => {
    const admin = await server.newAccount()
    const teamUuid = await server.addTeam(admin, 'Web')
    const member = await signedIn(server, await server.addMember(admin, 'Viewer'))
    await member.api.ownNotificationRules.create({ body: { ...daily('findingOpened'), toEmail: true } })
    await upload(admin, 'shop', teamUuid)
    await server.mailed()
    const status = (name: string) =>
      server.db.updateTable('member').set({ status: name }).where('uuid', '=', member.uuid).execute()
    await status('Inactive')
    await sendDigests()
    expect(await mailsTo(member)).toEqual([])
    await status('Active')
    expect(await projectsOf(await signedIn(server, member))).toEqual([])
  })

  test('about projects of a team that the member has left', async () => {
    const admin = await server.newAccount()
    const [left, kept] = [await server.addTeam(admin, 'Left'), await server.addTeam(admin, 'Kept')]
    const member = await signedIn(server, await server.addMember(admin, 'Team viewer', left))
    await admin.api.teams.addMember({ params: { teamUuid: kept }, body: { uuid: member.uuid } })
    await member.api.ownNotificationRules.create({ body: { ...daily('findingOpened'), toEmail: true } })
    await upload(admin, 'left', left)
    await upload(admin, 'kept', kept)
    await server.mailed()
    await admin.api.teams.removeMember({ params: { teamUuid: left, memberUuid: member.uuid } })
    await sendDigests()
    expect(new Set(await projectsOf(member))).toEqual(new Set(['example.org/kept']))
    const [mail, ...others] = await mailsTo(member)
    expect(others).toEqual([])
    expect(mail!.text).toContain('example.org/kept')
    expect(mail!.text).not.toContain('example.org/left')
  })

  test('about a project that another team has now, or that was deleted', async () => {
    const admin = await server.newAccount()
    const [before, after] = [await server.addTeam(admin, 'Before'), await server.addTeam(admin, 'After')]
    const member = await signedIn(server, await server.addMember(admin, 'Team viewer', before))
    await admin.api.notificationRules.create({ body: { ...daily('findingOpened'), teamUuid: before } })
    const moved = await upload(admin, 'moved', before)
    const deleted = await upload(admin, 'deleted', before)
    await server.mailed()
    const paramsOf = ({ uuid }: { uuid: string }) => ({ projectUuid: uuid })
    await admin.api.projects.update({ params: paramsOf(moved), body: { teamUuid: after } })
    await admin.api.projects.remove({ params: paramsOf(deleted), query: { name: 'example.org/deleted' } })
    await sendDigests()
    expect(await projectsOf(member)).toEqual([])
  })

  test('about the account to a member who is no longer an administrator', async () => {
    const admin = await server.newAccount()
    const member = await signedIn(server, await server.addMember(admin, 'Administrator'))
    await member.api.ownNotificationRules.create({ body: daily('memberChanged') })
    const { accountUuid } = admin
    const body = { email: `new-${admin.uuid}@example.org` }
    await admin.api.members.add({ params: { accountUuid }, body })
    await server.mailed()
    const params = { accountUuid, memberUuid: member.uuid }
    await admin.api.members.update({ params, body: { role: 'Viewer' } })
    for (const { uuid } of await admin.api.notificationRules.list())
      await admin.api.notificationRules.remove({ params: { ruleUuid: uuid } })
    await sendDigests()
    expect(await titlesOf(member)).toEqual([])
  })
})

test("an API token about to expire is shown to its owner and administrators, not in others' inboxes", async () => {
  const admin = await server.newAccount()
  const owner = await server.addMember(admin, 'Collaborator')
  const viewer = await server.addMember(admin, 'Viewer')
  const expires = (member: TestMember, name: string) =>
    server.db
      .updateTable('api_token')
      .set({ name, expires_at: new Date(Date.now() + 3 * dayMs) })
      .where('member_uuid', '=', member.uuid)
      .execute()
  await expires(admin, 'of-admin')
  await expires(owner, 'of-owner')
  await remindJob.run(server.context, {}, { priority: 'refresh' })
  await sendDigests()
  const names = async (member: TestMember) =>
    (await titlesOf(member)).flatMap((title) => /^API token (\S+) expires/.exec(title)?.[1] ?? []).toSorted()
  expect(await names(admin)).toEqual(['of-admin', 'of-owner'])
  expect(await names(owner)).toEqual(['of-owner'])
  expect(await names(viewer)).toEqual([])
  const preview = async ({ api }: TestMember) =>
    (await api.notificationRules.preview({ body: daily('tokenEnding') })).total
  expect([await preview(admin), await preview(owner), await preview(viewer)]).toEqual([2, 1, 0])
})
