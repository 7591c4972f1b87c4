import { openedIn } from '#testing/opened-finding.ts'
import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { upsertTeamMember } from '#accounts/teams/store.ts'
import { accountScope } from '#auth/scope.ts'
import type { NewEvent } from '#platform/outbox/events.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { signedIn } from '#testing/sessions.ts'
import { openvex, vexPart } from '#testing/vex-documents.ts'
import { type TestMember } from '#testing/test-server.ts'
import { remindJob } from './remind-job.ts'
import { sendDueRule } from './send-due.ts'

const server = testServer()

interface Uploaded {
  packages?: string[]
  teamUuid?: string
}

const upload = (
  { api }: TestMember,
  project: string,
  { packages = ['lodash@4.17.4'], teamUuid }: Uploaded = {},
) =>
  api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(packages)),
      branch: 'main',
      url: `https://example.org/${project}`,
      ...(teamUuid !== undefined && { teamUuid }),
    },
  })

/** Makes all pending items due, except digests. */
async function sendAll(at = Date.now() + 3_600_000): Promise<void> {
  await server.mailed()
  while (await sendDueRule(server.context, new Date(at)));
}

async function inboxOf(member: TestMember): Promise<NotificationMessage[]> {
  const { api } = await signedIn(server, member)
  return (await api.inbox.list({})).messages.map(({ message }) => message)
}

const write = (member: TestMember, events: NewEvent[]) =>
  server.db.transaction().execute((tx) => writeEvents(tx, member.accountUuid, events))

const titles = (messages: NotificationMessage[]) =>
  messages.flatMap(({ lines }) => lines.map(({ title }) => title))

/** An account whose default rules are off. */
async function quietAccount(): Promise<TestMember> {
  const admin = await server.newAccount()
  for (const { uuid } of await admin.api.notificationRules.list())
    await admin.api.notificationRules.remove({ params: { ruleUuid: uuid } })
  return admin
}

describe('notificationRules.list', () => {
  test('returns three default rules for a new account', async () => {
    const admin = await server.newAccount()
    const rules = await admin.api.notificationRules.list()
    expect(rules.map(({ name }) => name).toSorted()).toEqual([
      'Minimum scores and failures',
      'Urgent findings',
      'Weekly summary',
    ])
    expect(rules.every(({ active, teamUuid }) => active && teamUuid === null)).toBe(true)
  })

  test('shows team administrators only the rules of their teams', async () => {
    const admin = await server.newAccount()
    const teamUuid = await server.addTeam(admin, 'Team')
    const member = await server.addMember(admin, 'Team administrator', teamUuid)
    const body = { name: 'Ours', kinds: ['scanFailed' as const], teamUuid }
    await member.api.notificationRules.create({ body })
    expect((await member.api.notificationRules.list()).map(({ name }) => name)).toEqual(['Ours'])
    // With access to a single team, it is the default.
    const unnamed = await member.api.notificationRules.create({ body: { ...body, teamUuid: null } })
    expect(unnamed.teamUuid).toBe(teamUuid)
    const other = await server.addTeam(admin, 'Other')
    const scope = accountScope(admin.accountUuid)
    const role = 'Team administrator' as const
    await upsertTeamMember(server.db, scope, { teamUuid: other, memberUuid: member.uuid, role })
    await expect(
      member.api.notificationRules.create({ body: { ...body, teamUuid: null } }),
    ).rejects.toMatchObject({ status: 403 })
  })
})

describe('a scan', () => {
  test('with a finding appears in the inbox of members who reach it, once', async () => {
    const admin = await quietAccount()
    const teamUuid = await server.addTeam(admin, 'Team')
    const inTeam = await server.addMember(admin, 'Team viewer', teamUuid)
    const kinds = ['findingOpened' as const]
    await admin.api.notificationRules.create({ body: { name: 'All', kinds, minimumSeverity: 'LOW' } })
    await admin.api.notificationRules.create({
      body: { name: 'Team', kinds, minimumSeverity: 'LOW', teamUuid },
    })
    await upload(admin, 'elsewhere')
    await sendAll()
    expect(titles(await inboxOf(admin)).some((title) => title.includes('lodash'))).toBe(true)
    expect(await inboxOf(inTeam)).toEqual([])
    await upload(admin, 'of-the-team', { teamUuid })
    await sendAll()
    const [message, ...others] = await inboxOf(inTeam)
    expect(others).toEqual([])
    expect(message!.lines[0]!.projects).toEqual(['example.org/of-the-team'])
    await sendAll()
    expect(await inboxOf(inTeam)).toHaveLength(1)
  })

  test('reports fixed findings', async () => {
    const admin = await quietAccount()
    await admin.api.notificationRules.create({ body: { name: 'Fixed', kinds: ['findingFixed'] } })
    await upload(admin, 'shop')
    await upload(admin, 'shop', { packages: ['lodash@4.17.21'] })
    await sendAll()
    const [message] = await inboxOf(admin)
    expect(titles([message!])).toEqual(['Fixed: CVE-2019-10744 and 2 more in lodash'])
    expect(message!.lines[0]).toMatchObject({
      kind: 'findingFixed',
      detail: 'lodash 4.17.21 within a day',
      projects: ['example.org/shop'],
    })
  })

  test('reports a policy violation when it starts', async () => {
    const admin = await quietAccount()
    await admin.api.notificationRules.create({ body: { name: 'Policies', kinds: ['policyViolated'] } })
    const params = { accountUuid: admin.accountUuid }
    await admin.api.policies.create({ params, body: { name: 'nothing', mode: 'ALLOW', licenses: [] } })
    const licensed = { file: filePart(npmInventory(['lodash@4.17.21'], { license: 'MIT' })), branch: 'main' }
    const body = { ...licensed, url: 'https://example.org/licensed' }
    await admin.api.uploads.intoNew({ body })
    await admin.api.uploads.intoNew({ body })
    await sendAll()
    const messages = await inboxOf(admin)
    expect(messages.map(({ total }) => total)).toEqual([1])
    expect(messages[0]!.title).toContain('License policy violated: nothing')
  })
})

describe('a finding that is open again', () => {
  const rescanned = async (member: TestMember, projectUuid: string, isExcluded: boolean) =>
    expect
      .poll(
        async () => {
          const findings = await member.api.scans.findings({ params: { projectUuid } })
          const finding = findings.find(({ cve }) => cve === 'CVE-2019-10744')
          return finding!.exclusion !== null
        },
        { timeout: 60_000 },
      )
      .toBe(isExcluded)

  test('says why, and is no new advisory', async () => {
    const admin = await quietAccount()
    const params = { accountUuid: admin.accountUuid }
    const kinds = ['findingOpened' as const, 'advisoryPublished' as const]
    await admin.api.notificationRules.create({ body: { name: 'All', kinds, minimumSeverity: 'LOW' } })
    const { uuid: projectUuid } = await upload(admin, 'reopened')
    const vex = await admin.api.vex.add({ params, body: { file: vexPart(openvex()), projectUuid } })
    await rescanned(admin, projectUuid, true)
    await sendAll()
    const before = (await inboxOf(admin)).length
    await admin.api.vex.remove({ params: { ...params, vexUuid: vex.uuid } })
    await rescanned(admin, projectUuid, false)
    await sendAll()
    const [message, ...others] = await inboxOf(admin)
    expect(others).toHaveLength(before)
    const line = message!.lines.find(({ title }) => title.includes('CVE-2019-10744'))
    expect(line).toMatchObject({ kind: 'findingOpened', title: 'CVE-2019-10744 in lodash' })
    expect(line!.detail).toContain('open again: the VEX statement was withdrawn')

    const exclusion = await admin.api.exclusions.create({
      params,
      query: { domain: 'security' },
      body: { cve: 'CVE-2019-10744' },
    })
    await upload(admin, 'reopened')
    await admin.api.exclusions.remove({ params, query: { domain: 'security', id: exclusion.id } })
    await upload(admin, 'reopened')
    await sendAll()
    const [again] = await inboxOf(admin)
    expect(again!.lines.map(({ detail }) => detail).join()).toContain('open again: the exclusion ended')
  })
})

test('what is no longer true when a message leaves is not reported', async () => {
  const admin = await quietAccount()
  const kinds = ['findingOpened' as const, 'minimumMissed' as const, 'minimumMet' as const]
  await admin.api.notificationRules.create({ body: { name: 'All', kinds, minimumSeverity: 'LOW' } })
  await upload(admin, 'hasty')
  await upload(admin, 'hasty', { packages: ['lodash@4.17.21'] })
  await sendAll()
  const lines = (await inboxOf(admin)).flatMap((message) => message.lines)
  expect(lines.map(({ kind }) => kind)).toEqual(['minimumMet'])
  await upload(admin, 'hasty')
  await sendAll()
  const now = (await inboxOf(admin))[0]!.lines.map(({ kind }) => kind)
  expect(now).toEqual(expect.arrayContaining(['findingOpened', 'minimumMissed']))
})

describe('many events', () => {
  test('of one advisory in many projects, 10,000 of them, become one message with one line', async () => {
    const admin = await quietAccount()
    await admin.api.notificationRules.create({ body: { name: 'All', kinds: ['advisoryPublished'] } })
    const branches: NewEvent[] = []
    for (let number = 0; number < 20; number++) {
      await admin.api.projects.create({ body: { url: `https://example.org/flood-${number}` } })
    }
    const projects = await server.db
      .selectFrom('project')
      .select('uuid')
      .where('account_uuid', '=', admin.accountUuid)
      .execute()
    for (const { uuid } of projects) {
      const branchUuid = randomUUID()
      const row = { account_uuid: admin.accountUuid, uuid: branchUuid, project_uuid: uuid, name: 'main' }
      await server.db.insertInto('branch').values(row).execute()
      branches.push(openedIn(uuid, branchUuid))
    }
    for (let round = 0; round < 10; round++)
      await write(
        admin,
        Array.from({ length: 1000 }, (_, index) => branches[index % branches.length]!),
      )
    await sendAll()
    const messages = await inboxOf(admin)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({
      title: 'New advisory: CVE-2099-0001 in lodash in 20 projects',
      total: 10_000,
      more: 0,
      lines: [{ kind: 'advisoryPublished', severity: 'CRITICAL', count: 10_000, projectCount: 20 }],
    })
    expect(messages[0]!.lines[0]!.projects).toHaveLength(5)
  }, 400_000)
})

describe('ownNotificationRules', () => {
  test('notify members only about projects in their scope', async () => {
    const admin = await quietAccount()
    const teamUuid = await server.addTeam(admin, 'Team')
    const member = await signedIn(server, await server.addMember(admin, 'Team viewer', teamUuid))
    const rule = await member.api.ownNotificationRules.create({
      body: { name: 'Mine', kinds: ['findingOpened'], minimumSeverity: 'LOW', toEmail: true },
    })
    await upload(admin, 'hidden')
    await sendAll()
    expect((await member.api.inbox.list({})).messages).toEqual([])
    await upload(admin, 'seen', { teamUuid })
    await sendAll()
    const { messages, unread } = await member.api.inbox.list({})
    expect(messages).toHaveLength(1)
    expect(unread).toBe(1)
    const email = (await server.mailed()).find(({ to }) => to === member.email)!
    expect(email.subject).toContain('lodash')
    expect(email.html).toContain('<h1>')
    expect(email.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    const address = /<([^>]+)>/.exec(email.headers!['List-Unsubscribe']!)![1]!
    const { pathname, search } = new URL(address)
    const body = { name: 'Same mail', kinds: ['malware' as const], toEmail: true }
    const merged = await member.api.ownNotificationRules.create({ body })
    const weekly = await member.api.ownNotificationRules.create({
      body: { ...body, name: 'Weekly', cadence: 'weekly' },
    })
    const response = await fetch(`${server.url}${pathname}${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(response.status).toBe(200)
    expect(await member.api.ownNotificationRules.list()).toEqual([
      { ...rule, toEmail: false },
      { ...merged, toEmail: false },
      weekly,
    ])
  })

  test('are not visible to other members', async () => {
    const admin = await signedIn(server, await server.newAccount())
    const other = await signedIn(server, await server.addMember(admin, 'Administrator'))
    const { uuid: ruleUuid } = await admin.api.ownNotificationRules.create({
      body: { name: 'Mine', kinds: ['malware'] },
    })
    expect(await other.api.ownNotificationRules.list()).toEqual([])
    const params = { ruleUuid }
    await expect(other.api.ownNotificationRules.remove({ params })).rejects.toMatchObject({ status: 404 })
    await expect(
      other.api.ownNotificationRules.update({ params, body: { active: false } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(other.api.notificationRules.remove({ params })).rejects.toMatchObject({ status: 404 })
    await admin.api.ownNotificationRules.update({
      params,
      body: { cadence: 'daily', timeZone: 'Europe/Rome' },
    })
    expect(await admin.api.ownNotificationRules.list()).toMatchObject([
      { name: 'Mine', cadence: 'daily', timeZone: 'Europe/Rome', active: true },
    ])
    await admin.api.ownNotificationRules.remove({ params })
    expect(await admin.api.ownNotificationRules.list()).toEqual([])
  })
})

describe('notificationRules.preview', () => {
  test('shows what a rule would have sent, and sends nothing', async () => {
    const admin = await quietAccount()
    await upload(admin, 'previewed')
    await server.mailed()
    const rule = { name: 'Preview', kinds: ['findingOpened' as const] }
    const all = await admin.api.notificationRules.preview({ body: { ...rule, minimumSeverity: 'LOW' } })
    expect(all.message!.lines.every(({ projects }) => projects.join() === 'example.org/previewed')).toBe(true)
    const tagged = await admin.api.notificationRules.preview({ body: { ...rule, tags: ['none'] } })
    expect(tagged).toMatchObject({ total: 0, message: null, isTruncated: false, days: 30 })
    expect(await inboxOf(admin)).toEqual([])
    const { api } = await signedIn(server, admin)
    const own = await api.ownNotificationRules.preview({ body: { ...rule, minimumSeverity: 'LOW' } })
    expect(own.total).toBe(all.total)
  })

  test('finds rare events among many others', async () => {
    const admin = await quietAccount()
    const params = { accountUuid: admin.accountUuid }
    await admin.api.members.add({ params, body: { email: `rare-${admin.uuid}@example.org` } })
    const source = { source: 'npm', reason: 'it answered 503' }
    const many = Array.from({ length: 1001 }, (): NewEvent => ({ type: 'source.failing', payload: source }))
    await write(admin, many)
    const body = { name: 'Preview', kinds: ['memberChanged' as const, 'sourceFailing' as const] }
    expect(await admin.api.notificationRules.preview({ body })).toMatchObject({
      total: 1001,
      isTruncated: true,
      message: {
        lines: [
          { kind: 'sourceFailing', count: 1000 },
          { kind: 'memberChanged', count: 1 },
        ],
      },
    })
    const rare = await admin.api.notificationRules.preview({ body: { ...body, kinds: ['memberChanged'] } })
    expect(rare).toMatchObject({ total: 1, isTruncated: false })
  })

  test('ignores projects that were deleted since, or are not of the account', async () => {
    const admin = await quietAccount()
    const { uuid: projectUuid } = await upload(admin, 'previewed-and-deleted')
    await server.mailed()
    const rule = { name: 'Preview', kinds: ['findingOpened' as const], minimumSeverity: 'LOW' as const }
    const preview = (projectUuids: string[]) =>
      admin.api.notificationRules.preview({ body: { ...rule, projectUuids } })
    expect((await preview([projectUuid, randomUUID()])).total).toBeGreaterThan(0)
    const { name } = await admin.api.projects.get({ params: { projectUuid } })
    await admin.api.projects.remove({ params: { projectUuid }, query: { name } })
    expect(await preview([projectUuid])).toMatchObject({ total: 0, message: null })
    const { api } = await signedIn(server, admin)
    const own = await api.ownNotificationRules.preview({ body: { ...rule, projectUuids: [projectUuid] } })
    expect(own).toMatchObject({ total: 0, message: null })
  })
})

describe('notificationRules.update', () => {
  test('keeps omitted fields, and a disabled rule sends nothing', async () => {
    const admin = await quietAccount()
    const rule = await admin.api.notificationRules.create({ body: { name: 'Rule', kinds: ['scanFailed'] } })
    const params = { ruleUuid: rule.uuid }
    const quietHours = { from: '22:00', to: '07:00' }
    const changed = await admin.api.notificationRules.update({
      params,
      body: { kinds: ['memberChanged'], quietHours, active: false },
    })
    expect(changed).toEqual({ ...rule, kinds: ['memberChanged'], quietHours, active: false })
    const body = { email: `${randomUUID()}@example.org` }
    await admin.api.members.add({ params: { accountUuid: admin.accountUuid }, body })
    await sendAll(Date.now() + 48 * 3_600_000)
    expect(await inboxOf(admin)).toEqual([])
    await admin.api.notificationRules.update({ params, body: { active: true } })
    await admin.api.members.add({
      params: { accountUuid: admin.accountUuid },
      body: { email: 'told@example.org' },
    })
    await sendAll(Date.now() + 48 * 3_600_000)
    expect(titles(await inboxOf(admin))).toEqual(['told@example.org was invited'])
  })
})

describe('a rule with pending events', () => {
  test('sends them when its new settings say', async () => {
    const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
    const now = Date.now()
    const quietHours = { from: clock(now - 3_600_000), to: clock(now + 3_600_000) }
    const soon = now + 600_000
    const admin = await quietAccount()
    const member = await signedIn(server, admin)
    const content = { kinds: ['memberChanged' as const], quietHours }
    const shared = await admin.api.notificationRules.create({ body: { name: 'Shared', ...content } })
    const own = await member.api.ownNotificationRules.create({ body: { name: 'Own', ...content } })
    const params = { accountUuid: admin.accountUuid }
    await admin.api.members.add({ params, body: { email: `new-${admin.uuid}@example.org` } })
    await sendAll(soon)
    expect(await inboxOf(admin)).toEqual([])
    const body = { quietHours: null }
    await admin.api.notificationRules.update({ params: { ruleUuid: shared.uuid }, body })
    await sendAll(soon)
    expect(await inboxOf(admin)).toHaveLength(1)
    await member.api.ownNotificationRules.update({ params: { ruleUuid: own.uuid }, body })
    await sendAll(soon)
    expect(await inboxOf(admin)).toHaveLength(2)
  })
})

describe('the projects of a rule', () => {
  test('belong to the account; if one is deleted, the rule does not apply to others instead', async () => {
    const admin = await quietAccount()
    const { uuid } = await upload(admin, 'chosen', { packages: [] })
    const stranger = await quietAccount()
    const elsewhere = await upload(stranger, 'elsewhere', { packages: [] })
    const body = { name: 'One', kinds: ['findingOpened' as const], minimumSeverity: 'LOW' as const }
    await expect(
      admin.api.notificationRules.create({ body: { ...body, projectUuids: [elsewhere.uuid] } }),
    ).rejects.toMatchObject({ status: 404 })
    const rule = await admin.api.notificationRules.create({ body: { ...body, projectUuids: [uuid] } })
    await admin.api.projects.remove({ params: { projectUuid: uuid }, query: { name: 'example.org/chosen' } })
    const params = { ruleUuid: rule.uuid }
    const renamed = await admin.api.notificationRules.update({
      params,
      body: { name: 'Other', projectUuids: [uuid] },
    })
    expect(renamed).toEqual({ ...rule, name: 'Other' })
    await expect(
      admin.api.notificationRules.update({ params, body: { projectUuids: [uuid, elsewhere.uuid] } }),
    ).rejects.toMatchObject({ status: 404 })
    await upload(admin, 'other')
    await sendAll()
    expect(await inboxOf(admin)).toEqual([])
  })
})

describe('reminders', () => {
  test('are sent once for a token about to expire', async () => {
    const admin = await quietAccount()
    await admin.api.notificationRules.create({ body: { name: 'Tokens', kinds: ['tokenEnding'] } })
    const day = new Date(Date.now() + 3 * dayMs)
    await server.db
      .updateTable('api_token')
      .set({ expires_at: day, name: 'deploys' })
      .where('account_uuid', '=', admin.accountUuid)
      .execute()
    for (const _round of [1, 2]) await remindJob.run(server.context, {}, { priority: 'refresh' })
    await sendAll()
    expect(titles(await inboxOf(admin))).toEqual([`API token deploys expires on ${isoDay(day)}`])
  })
})

describe('a fix target', () => {
  test('that was missed is reported once per finding, in one line for a package and all projects', async () => {
    const admin = await quietAccount()
    const params = { accountUuid: admin.accountUuid }
    await admin.api.notificationRules.create({ body: { name: 'Late', kinds: ['targetOverdue'] } })
    await admin.api.accounts.configure({ params, body: { fixTargets: { HIGH: 30, CRITICAL: null } } })
    for (const project of ['shop', 'portal']) await upload(admin, project, { packages: ['minimist@1.2.0'] })
    await upload(admin, 'old', { packages: ['lodash@4.17.4'] })
    const remind = () => remindJob.run(server.context, {}, { priority: 'refresh' })
    await remind()
    // Found 31 days ago; in the project named old, too long ago to be reported.
    await sql`
      update finding set severity = 'high', published_at = null, introduced_at = now() - make_interval(days =>
        case when package_name = 'lodash' then 300 else 31 end)
      where account_uuid = ${admin.accountUuid}`.execute(server.db)
    for (const _round of [1, 2]) await remind()
    await sendAll()
    const [message, ...others] = await inboxOf(admin)
    expect(others).toEqual([])
    const projects = ['example.org/portal', 'example.org/shop']
    expect(message!.lines).toHaveLength(1)
    const [line] = message!.lines
    expect(line).toMatchObject({ kind: 'targetOverdue', severity: 'HIGH', projectCount: 2, projects })
    expect(line!.title).toMatch(/^Overdue: \S+ and 1 more in minimist$/)
    expect(line!.detail).toContain('target 30 days')
    expect(line!.path).toBe('/components?show=vulnerable&q=minimist')
  })
})

test('an import of many projects is one short message: a line for what one upgrade closes', async () => {
  const admin = await quietAccount()
  await admin.api.notificationRules.create({ body: { name: 'New', kinds: ['findingOpened', 'malware'] } })
  const packages = ['lodash@4.17.4', 'minimist@1.2.0', 'axios@0.21.0', 'node-fetch@2.6.0', 'json5@1.0.1']
  for (let project = 0; project < 8; project++) await upload(admin, `imported-${project}`, { packages })
  await sendAll()
  const [message, ...others] = await inboxOf(admin)
  expect(others).toEqual([])
  expect(message!.total).toBe(40)
  expect(new Set(message!.lines.map(({ projectCount }) => projectCount))).toEqual(new Set([8]))
  const packagesOf = message!.lines.map(({ title }) => title.split(' in ')[1]!)
  expect(packagesOf).toEqual([...new Set(packagesOf)])
  expect(packagesOf.length).toBeLessThanOrEqual(packages.length)
})

test('a weekly digest opens with where all projects stand', async () => {
  const admin = await quietAccount()
  await admin.api.notificationRules.create({
    body: { name: 'Weekly', kinds: ['findingOpened'], cadence: 'weekly' },
  })
  await upload(admin, 'shop', { packages: ['lodash@4.17.4'] })
  await upload(admin, 'clean', { packages: ['lodash@4.17.21'] })
  await sendAll(Date.now() + 8 * 24 * 3_600_000)
  const [message] = await inboxOf(admin)
  expect(message!.title).toMatch(
    /^Weekly digest, [^:]+: 1 of 2 projects below policy, exploited: not known, 0 overdue; as many open findings/,
  )
})

describe('inbox.markRead', () => {
  test("marks some or all, and only the caller's own", async () => {
    const admin = await quietAccount()
    const viewer = await signedIn(server, await server.addMember(admin, 'Viewer'))
    await admin.api.notificationRules.create({ body: { name: 'Members', kinds: ['memberChanged'] } })
    const params = { accountUuid: admin.accountUuid }
    for (const _round of [1, 2, 3]) {
      await admin.api.members.add({ params, body: { email: `${randomUUID()}@example.org` } })
      await sendAll()
    }
    const own = await signedIn(server, admin)
    const { messages } = await own.api.inbox.list({ query: { limit: 2 } })
    expect(messages).toHaveLength(2)
    expect(await own.api.inbox.markRead({ body: { messages: [messages[0]!.uuid] } })).toEqual({ unread: 2 })
    expect(await own.api.inbox.unread()).toEqual({ unread: 2 })
    expect(await own.api.inbox.markRead({ body: {} })).toEqual({ unread: 0 })
    expect(await viewer.api.inbox.unread()).toEqual({ unread: 3 })
    const first = await own.api.inbox.list({ query: { limit: 2 } })
    const rest = await own.api.inbox.list({ query: { limit: 2, cursor: first.nextCursor! } })
    expect(rest.messages).toHaveLength(1)
    expect(rest.nextCursor).toBeNull()
  })
})
