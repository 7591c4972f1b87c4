import { contract } from '@assay/contract/contract.ts'
import type { RetentionSettings } from '@assay/contract/retention.ts'
import type { ApiError } from '@assay/sdk/api-error.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { portfolio } from '#demo/portfolio.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { removeExpired } from './remove-expired.ts'
import { removeExpiredJob } from './remove-expired-job.ts'

const now = Date.parse('2025-11-21T12:00:00Z')

const server = testServer({ withWorker: false })

const nothing: RetentionSettings = {
  scansDaily: null,
  scansWeekly: null,
  scansMonthly: null,
  builds: null,
  documents: null,
  evidence: null,
  findings: null,
  audit: null,
  deliveries: null,
  inbox: null,
}

/** An account with a year of scans. */
async function filledAccount(names = ['order-service', 'forecasting']): Promise<TestMember> {
  const member = await server.newAccount()
  const author = { scope: accountScope(member.accountUuid), memberUuid: member.uuid }
  const projects = portfolio.filter(({ name }) => names.includes(name))
  await loadDemo({ db: server.db, scanner: server.scanner, author }, { now, projects })
  return member
}

const remove = () => removeExpiredJob.run(server.context, {}, { priority: 'refresh' })

const save = (member: TestMember, settings: Partial<RetentionSettings>) =>
  member.api.retention.save({ params: member, body: { ...nothing, ...settings } })

async function count(member: TestMember, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where account_uuid = ${member.accountUuid}`.execute(
    server.db,
  )
  return rows[0]!.count
}

/** Of another process, which reads the numbers from the database. */
const clientOf = ({ url }: TestServer, { authorization }: TestMember) =>
  createClient(contract, { baseUrl: url, authorization: () => authorization })

const windows = [
  ['2024-11-22', '2025-11-21'],
  ['2025-01-01', '2025-01-31'],
  ['2025-02-01', '2025-06-30'],
  ['2025-06-11', '2025-08-13'],
  ['2025-10-22', '2025-11-21'],
] as const

/** What the pages show of several windows; of the single scans, only those that are kept can be listed. */
async function numbersOf({ api }: TestMember) {
  const shown: Record<string, unknown> = {}
  for (const [startDate, endDate] of windows) {
    const query = { startDate, endDate }
    const { projects, ...metrics } = await api.metrics.security({ query })
    const rows = projects.map((row) => ({ ...row, scans: [] }))
    shown[`${startDate} ${endDate}`] = [metrics, rows, await api.trends.security({ query })]
  }
  return shown
}

describe('thinning scans', () => {
  const thinned = { scansDaily: 1, scansWeekly: 30, scansMonthly: 400 }

  test('keeps the numbers of every window, and what the preview did not count', async () => {
    const member = await filledAccount()
    const before = await numbersOf(member)
    const scans = await count(member, 'scan')
    const findings = await count(member, 'finding')
    const settings = { ...nothing, ...thinned, builds: 1, documents: 1, evidence: 1 }
    const { kinds } = await member.api.retention.preview({ params: member, body: settings })
    const preview = Object.fromEntries(kinds.map(({ kind, count, bytes }) => [kind, { count, bytes }]))
    expect(preview['scans']!.count).toBeGreaterThan(10)
    expect(preview['scans']!.bytes).toBeGreaterThan(10_000)
    await save(member, settings)
    expect(await count(member, 'scan')).toBe(scans)
    await remove()
    expect(await count(member, 'scan')).toBe(scans - preview['scans']!.count)
    expect(await count(member, 'finding')).toBe(findings)
    const after = await member.api.retention.preview({ params: member, body: settings })
    expect(after.kinds.map((each) => each.count)).toEqual([0, 0, 0, 0])
    expect(await numbersOf(member)).toEqual(before)
    const other = await startTestServer({ withWorker: false, beside: server })
    const { api } = member
    expect(await numbersOf({ ...member, api: clientOf(other, member) })).toEqual(before)
    await other.stop()
    const { events } = await api.audit.list({ params: member, query: { action: 'retention.removed' } })
    expect(events).toMatchObject([{ before: { scans: preview['scans']!.count } }])
  })

  test('keeps the first and last scan of a branch, and each at which a finding opened or ended', async () => {
    const member = await filledAccount()
    const { accountUuid } = member
    await save(member, { scansMonthly: 1 })
    await remove()
    const { rows } = await sql<{ lost: number; branches: number; ends: number }>`
      select
        (select count(*)::int from finding where account_uuid = ${accountUuid} and not exists (
          select from scan where scan.account_uuid = finding.account_uuid and scan.branch_uuid = finding.branch_uuid
            and number = introduced_number)) +
        (select count(*)::int from finding where account_uuid = ${accountUuid} and ended_number is not null
          and not exists (
            select from scan where scan.account_uuid = finding.account_uuid
              and scan.branch_uuid = finding.branch_uuid and number = ended_number)) as lost,
        (select 2 * count(*)::int from branch where account_uuid = ${accountUuid}) as branches,
        (select count(*)::int from branch join scan on scan.account_uuid = branch.account_uuid
          and scan.branch_uuid = branch.uuid and number in (1, last_number)
          where branch.account_uuid = ${accountUuid}) as ends`.execute(server.db)
    expect(rows[0]).toMatchObject({ lost: 0, ends: rows[0]!.branches })
  })

  test('continues after it was ended in the middle', async () => {
    const member = await filledAccount(['order-service'])
    const before = await numbersOf(member)
    const scans = await count(member, 'scan')
    const { kinds } = await member.api.retention.preview({ params: member, body: { ...nothing, ...thinned } })
    await save(member, thinned)
    for (const steps of [0, 1, 2]) {
      let left = steps
      const throwIfAborted = () => {
        if (left-- === 0) throw new Error('The process ends')
      }
      const signal = Object.assign(new AbortController().signal, { throwIfAborted })
      const removal = removeExpired(server.context, accountScope(member.accountUuid), signal)
      await expect(removal).rejects.toThrow('The process ends')
    }
    await Promise.all([remove(), remove()])
    expect(await count(member, 'scan')).toBe(scans - kinds[0]!.count)
    const { events } = await member.api.audit.list({ params: member, query: { action: 'retention.removed' } })
    const recorded = events.map(({ before: counts }) => (counts as { scans: number }).scans)
    expect(recorded.reduce((sum, each) => sum + each, 0)).toBe(kinds[0]!.count)
    expect(await numbersOf(member)).toEqual(before)
  })
})

describe('removing ended findings', () => {
  const settings = { ...nothing, findings: 90 }

  test('keeps the numbers of every window, and says in older reports how many are missing', async () => {
    const member = await filledAccount(['order-service'])
    const numbers = async () =>
      JSON.parse(
        JSON.stringify(await numbersOf(member), (key, value: unknown) =>
          key === 'remediations' ? undefined : value,
        ),
      ) as unknown
    const isRemovable = sql`account_uuid = ${member.accountUuid} and ended_at < now() - interval '90 days'
      and end_kind in ('upgraded', 'removed', 'withdrawn')`
    const { rows } = await sql<{ projectUuid: string; uuid: string }>`
      select scan.project_uuid as "projectUuid", scan.uuid
      from (select * from finding where ${isRemovable} order by introduced_number limit 1) finding
      join scan on scan.account_uuid = finding.account_uuid and scan.branch_uuid = finding.branch_uuid
        and number = introduced_number`.execute(server.db)
    const { projectUuid, uuid: reportUuid } = rows[0]!
    const read = async () => {
      const of = { params: { projectUuid }, query: { reportUuid } }
      const [findings, { scan }] = await Promise.all([
        member.api.scans.findings(of),
        member.api.scans.overview(of),
      ])
      return { count: findings.length, ...scan }
    }
    const [before, complete] = [await numbers(), await read()]
    expect(complete.issues.map(({ code }) => code)).not.toContain('findings-removed')
    const findings = await count(member, 'finding')
    const { kinds } = await member.api.retention.preview({ params: member, body: settings })
    expect(kinds).toMatchObject([{ kind: 'findings' }])
    expect(kinds[0]!.count).toBeGreaterThan(0)
    await save(member, settings)
    await remove()
    expect(await count(member, 'finding')).toBe(findings - kinds[0]!.count)
    expect((await sql`select from finding where ${isRemovable}`.execute(server.db)).rows).toEqual([])
    expect(await numbers()).toEqual(before)
    const after = await read()
    expect(after.count).toBeLessThan(complete.count)
    expect(after.vulnerabilityCount).toBe(complete.vulnerabilityCount)
    expect(after.issues).toContainEqual({
      code: 'findings-removed',
      message: `Findings of this scan that ended since and are no longer kept: ${complete.count - after.count}`,
      where: '',
    })
  })

  test('keeps those that a version of a project lists', async () => {
    const member = await filledAccount(['order-service'])
    const [version] = (
      await sql<{ uuid: string }>`
        select scan.uuid from finding join scan on scan.account_uuid = finding.account_uuid
          and scan.branch_uuid = finding.branch_uuid and number = introduced_number
        where scan.account_uuid = ${member.accountUuid} and ended_at < now() - interval '90 days' limit 1`.execute(
        server.db,
      )
    ).rows
    const preview = async () =>
      (await member.api.retention.preview({ params: member, body: settings })).kinds[0]!.count
    const before = await preview()
    await sql`
      insert into project_version (account_uuid, uuid, project_uuid, branch_uuid, name, scan_uuid, released_at)
      select account_uuid, gen_random_uuid(), project_uuid, branch_uuid, '1.0', uuid, current_date from scan
      where account_uuid = ${member.accountUuid} and uuid = ${version!.uuid}`.execute(server.db)
    expect(await preview()).toBeLessThan(before)
  })
})

test('what an account does not limit stays, and other accounts are not touched', async () => {
  const [member, other] = [await filledAccount(['forecasting']), await filledAccount(['forecasting'])]
  const counted = async (of: TestMember) =>
    Promise.all(
      ['scan', 'build', 'document', 'component_use', 'component_content', 'finding'].map((table) =>
        count(of, table),
      ),
    )
  const [before, others] = [await counted(member), await counted(other)]
  await save(member, {})
  await remove()
  expect(await counted(member)).toEqual(before)
  await save(member, { documents: 1 })
  await remove()
  expect(await counted(other)).toEqual(others)
  const [, , documents] = await counted(member)
  expect(documents).toBeLessThan(before[2]!)
})

test('old events, messages, deliveries and told findings go by the times of the account', async () => {
  const member = await server.newAccount()
  const { accountUuid, uuid } = member
  for (const days of [20, 40, 100]) {
    const at = sql`now() - make_interval(days => ${days})`
    await sql`
      insert into audit_event (account_uuid, at, member_uuid, member_email, credential, address, action, target)
      values (${accountUuid}, ${at}, ${uuid}, '', '', '', 'teams.update', '{}')`.execute(server.db)
    await sql`
      insert into inbox_message (account_uuid, member_uuid, uuid, message, created_at)
      values (${accountUuid}, ${uuid}, gen_random_uuid(), '{}', ${at})`.execute(server.db)
    await sql`
      insert into notification_delivery (account_uuid, uuid, kind, message, state, created_at)
      values (${accountUuid}, gen_random_uuid(), 'email', '{}', 'delivered', ${at})`.execute(server.db)
    await sql`
      insert into shadow_finding (account_uuid, project_identity, version, component, vulnerability, project_name,
        is_suppressed, is_retracted, told_at)
      values (${accountUuid}, 'shop', '1', ${`a@${days}`}, 'CVE-1', 'shop', false, false, ${at})`.execute(
      server.db,
    )
  }
  const tables = ['inbox_message', 'notification_delivery', 'shadow_finding']
  const counted = () => Promise.all(tables.map((table) => count(member, table)))
  await save(member, { audit: 30, inbox: 30, deliveries: 90, findings: 90 })
  const { kinds } = await member.api.retention.preview({
    params: member,
    body: { ...nothing, findings: 90 },
  })
  expect(kinds.find(({ kind }) => kind === 'findings')).toMatchObject({ count: 1 })
  const { uuid: holdUuid } = await member.api.retention.createHold({
    params: member,
    body: { reason: 'a lawsuit' },
  })
  await remove()
  expect(await counted()).toEqual([3, 3, 3])
  await member.api.retention.releaseHold({ params: { ...member, holdUuid } })
  await remove()
  expect(await counted()).toEqual([1, 2, 2])
  const { events } = await member.api.audit.list({ params: member, query: { action: 'teams.update' } })
  expect(events).toHaveLength(1)
})

describe('a legal hold', () => {
  const onHold = (call: Promise<unknown>) =>
    expect(call).rejects.toMatchObject({ status: 409, errorType: 'onHold' } satisfies Partial<ApiError>)

  test('of a project stops its removal by time and by members, and nothing else', async () => {
    const member = await filledAccount()
    const { api } = member
    const [held, free] = await api.projects.list({ params: member })
    const scansOf = async (projectUuid: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from scan where project_uuid = ${projectUuid}`.execute(server.db)
      return rows[0]!.count
    }
    const { uuid: holdUuid } = await api.retention.createHold({
      params: member,
      body: { projectUuid: held!.uuid, reason: 'a lawsuit' },
    })
    const [heldScans, freeScans] = [await scansOf(held!.uuid), await scansOf(free!.uuid)]
    await save(member, { scansMonthly: 1 })
    await remove()
    expect(await scansOf(held!.uuid)).toBe(heldScans)
    expect(await scansOf(free!.uuid)).toBeLessThan(freeScans)
    const one = (project: typeof held) => ({
      params: { projectUuid: project!.uuid },
      query: { name: project!.name },
    })
    await onHold(api.projects.remove(one(held)))
    await onHold(api.demo.remove({ params: member }))
    await api.projects.remove(one(free))
    expect(await api.retention.holds({ params: member })).toMatchObject([
      { projectUuid: held!.uuid, reason: 'a lawsuit', releasedAt: null },
    ])
    await api.retention.releaseHold({ params: { ...member, holdUuid } })
    await api.projects.remove(one(held))
  })

  test('of the account stops its removal', async () => {
    const member = await server.newAccount()
    const { api } = member
    const { name } = await api.accounts.me()
    const removal = { params: member, query: { check: name } }
    const hold = await api.retention.createHold({ params: member, body: { reason: 'a lawsuit' } })
    await onHold(api.accounts.remove(removal))
    await api.retention.releaseHold({ params: { ...member, holdUuid: hold.uuid } })
    await api.accounts.remove(removal)
  })
})
