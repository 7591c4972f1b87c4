import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { saveFailure } from '#knowledge/advisories/feeds/feed-store.ts'
import { ingestSignals } from '#knowledge/advisories/ingestion/ingest-signals.ts'
import { scanBuildJob } from '#scanning/scans/scan-build-job.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { newOperator, uploadAdvisories } from '#testing/upload-advisories.ts'
import { remindJob } from './remind-job.ts'
import { sendDueRule } from './send-due.ts'

const server = testServer()

/** A rule for one kind of event, and findings of any severity. */
async function accountWithRule(kind: NotificationKind, rule: object = {}, account?: TestMember) {
  const admin = account ?? (await server.newAccount())
  for (const { uuid } of await admin.api.notificationRules.list())
    await admin.api.notificationRules.remove({ params: { ruleUuid: uuid } })
  const body = { name: kind, kinds: [kind], minimumSeverity: 'LOW' as const, ...rule }
  await admin.api.notificationRules.create({ body })
  return admin
}

async function linesOf(member: TestMember) {
  await server.mailed()
  while (await sendDueRule(server.context, new Date(Date.now() + 3_600_000)));
  const { messages } = await (await signedIn(server, member)).api.inbox.list({})
  const lines = messages.flatMap(({ message }) => message.lines)
  if (lines.length > 0) expect(await previewOf(member)).toEqual(expect.arrayContaining(lines))
  return lines
}

/** The preview of the member's rule. */
async function previewOf({ api }: TestMember) {
  const [rule] = await api.notificationRules.list()
  const { message } = await api.notificationRules.preview({ body: rule! })
  return message?.lines ?? []
}

/** Title and detail. */
const inboxOf = async (member: TestMember) =>
  (await linesOf(member)).map(({ title, detail }) => [title, detail])

const upload = ({ api }: TestMember, packages: string[], project = 'shop') =>
  api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), branch: 'main', url: `https://example.org/${project}` },
  })

const remind = () => remindJob.run(server.context, {}, { priority: 'refresh' })
const soon = () => Date.now() + 3 * dayMs

const record = (id: string, name: string, more: object = {}) => ({
  id,
  modified: '2026-01-01T00:00:00Z',
  published: '2026-01-01T00:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name }, versions: ['1.0.0'] }],
  ...more,
})

describe('the minimum score', () => {
  test('that is missed is reported once, with the score and the minimum', async () => {
    const admin = await accountWithRule('minimumMissed')
    const { uuid } = await upload(admin, ['lodash@4.17.4'])
    await upload(admin, ['lodash@4.17.4', 'minimist@1.2.8'])
    expect(await linesOf(admin)).toMatchObject([
      {
        title: 'Below minimum score',
        detail: expect.stringMatching(
          /^branch main · security \d+ \(minimum 90\), stability –, licensing 100 · 1 of 1 package checked$/,
        ),
        path: `/projects?pid=${uuid}&branch=main`,
        projects: ['example.org/shop'],
      },
    ])
  })

  test('that is met again is reported', async () => {
    const admin = await accountWithRule('minimumMet')
    for (const version of ['4.17.21', '4.17.4', '4.17.21']) await upload(admin, [`lodash@${version}`])
    expect(await inboxOf(admin)).toEqual([
      [
        'Meets minimum scores again',
        'branch main · security 100, stability –, licensing 100 · 1 of 1 package checked',
      ],
    ])
  })

  test('that is met twice with the same scores is reported in one line', async () => {
    const admin = await accountWithRule('minimumMet')
    for (const version of ['4.17.21', '4.17.4', '4.17.21', '4.17.4', '4.17.21'])
      await upload(admin, [`lodash@${version}`])
    expect(await linesOf(admin)).toMatchObject([
      {
        count: 2,
        detail: 'branch main · security 100, stability –, licensing 100 · 1 of 1 package checked',
      },
    ])
  })

  test('is not met on missing or old advisory data, but by the scan that proves it', async () => {
    const admin = await accountWithRule('minimumMet')
    const checked = (at: Date | null) =>
      server.db
        .updateTable('advisory_database')
        .set({ checked_at: at })
        .where('ecosystem', '=', 'npm')
        .execute()
    await upload(admin, ['lodash@4.17.4'])
    await checked(null)
    await upload(admin, ['lodash@4.17.21'])
    await checked(new Date(0))
    await upload(admin, ['lodash@4.17.21', 'minimist@1.2.8'])
    expect(await inboxOf(admin)).toEqual([])
    await checked(new Date())
    await upload(admin, ['lodash@4.17.21'])
    await upload(admin, ['lodash@4.17.21', 'minimist@1.2.8'])
    expect(await inboxOf(admin)).toMatchObject([['Meets minimum scores again', expect.anything()]])
  })

  test('is met by a rescan with newer advisory data and the same result', async () => {
    const admin = await accountWithRule('minimumMet')
    await upload(admin, ['lodash@4.17.4'])
    await sql`update advisory_database set checked_at = null where ecosystem = 'npm'`.execute(server.db)
    const { uuid: projectUuid } = await upload(admin, ['lodash@4.17.21'])
    await sql`update advisory_database set checked_at = now() where ecosystem = 'npm'`.execute(server.db)
    expect(await inboxOf(admin)).toEqual([])
    await admin.api.reports.recompute({ params: { projectUuid } })
    expect(await inboxOf(admin)).toMatchObject([['Meets minimum scores again', expect.anything()]])
  })
})

describe('a new finding', () => {
  test('of malware is reported whatever the severity of the rule', async () => {
    await uploadAdvisories(server, JSON.stringify(record('MAL-2026-1', 'evil-package')))
    const admin = await accountWithRule('malware', { minimumSeverity: 'CRITICAL', onlyWithFix: true })
    await upload(admin, ['evil-package@1.0.0', 'lodash@4.17.4'])
    const lines = await linesOf(admin)
    expect(lines).toMatchObject([{ kind: 'malware' }])
    expect(lines[0]!.title).toBe('Malware: MAL-2026-1 in evil-package')
  })

  test('below the severity of the rule, or without a required fix, is not reported', async () => {
    const scored = (vector: string) => ({ severity: [{ type: 'CVSS_V3', score: vector }] })
    const high = scored('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H')
    const low = scored('CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N')
    const fixed = [
      {
        package: { ecosystem: 'npm', name: 'fixed-part' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
      },
    ]
    await uploadAdvisories(
      server,
      JSON.stringify([
        record('GHSA-high-0000-0000', 'high-part', high),
        record('GHSA-lows-0000-0000', 'low-part', low),
        record('GHSA-fixd-0000-0000', 'fixed-part', { ...high, affected: fixed }),
      ]),
    )
    const packages = ['high-part@1.0.0', 'low-part@1.0.0', 'fixed-part@1.0.0']
    const received = async (rule: object) => {
      const admin = await accountWithRule('findingOpened', rule)
      await upload(admin, packages)
      return (await linesOf(admin)).map(({ title }) => title.split(' ').at(-1) ?? '').toSorted()
    }
    expect(await received({})).toEqual(['fixed-part', 'high-part', 'low-part'])
    expect(await received({ minimumSeverity: 'HIGH' })).toEqual(['fixed-part', 'high-part'])
    expect(await received({ minimumSeverity: 'HIGH', onlyWithFix: true })).toEqual(['fixed-part'])
  })

  test('is reported only for selected projects or tags', async () => {
    const admin = await server.newAccount()
    const { uuid } = await upload(admin, [], 'chosen')
    const tagged = await upload(admin, [], 'tagged')
    const { uuid: tagUuid } = await admin.api.tags.create({ body: { name: 'web' } })
    await admin.api.tags.update({ params: { tagUuid }, body: { projects: [tagged.uuid] } })
    await accountWithRule('findingOpened', { projectUuids: [uuid], tags: ['web'] }, admin)
    for (const project of ['chosen', 'tagged', 'other']) await upload(admin, ['lodash@4.17.4'], project)
    const lines = await linesOf(admin)
    expect(lines.length).toBeGreaterThan(0)
    for (const { projects } of lines) expect(projects).toEqual(['example.org/chosen', 'example.org/tagged'])
  })
})

test('a new advisory for a package in use is reported once its projects are rescanned', async () => {
  const admin = await accountWithRule('advisoryPublished')
  await upload(admin, ['later-known@1.0.0'])
  await uploadAdvisories(
    server,
    JSON.stringify(record('GHSA-late-0000-0000', 'later-known', { aliases: ['CVE-2026-7001'] })),
  )
  await expect
    .poll(() => inboxOf(admin), { timeout: 60_000 })
    .toEqual([['New advisory: CVE-2026-7001 in later-known', '']])
})

test('a vulnerability that becomes known exploited is reported only where it is open', async () => {
  const [open, fixed] = [await accountWithRule('knownExploited'), await accountWithRule('knownExploited')]
  await upload(open, ['lodash@4.17.4'])
  for (const version of ['4.17.4', '4.17.21']) await upload(fixed, [`lodash@${version}`])
  // New findings are reported by what is known when they are evaluated, which must be before the signals change.
  for (const account of [open, fixed]) expect(await inboxOf(account)).toEqual([])
  await ingestSignals(server.db, { list: 'known-exploited', cves: ['CVE-2000-0001'] })
  const cves = ['CVE-2000-0001', 'CVE-2019-10744', 'CVE-1999-0001']
  await ingestSignals(server.db, { list: 'eu-known-exploited', cves: ['CVE-2000-0001'], euvdIds: [] })
  for (const _round of [1, 2]) {
    await ingestSignals(server.db, { list: 'eu-known-exploited', cves, euvdIds: [] })
    await ingestSignals(server.db, { list: 'known-exploited', cves })
  }
  expect(await inboxOf(open)).toEqual([
    ['Now known exploited: CVE-2019-10744 in lodash', 'fix available'],
    [expect.stringMatching(/^Case opened: CVE-2019-10744 is known exploited, first deadline /), ''],
  ])
  expect(await inboxOf(fixed)).toEqual([])
})

test('a vulnerability that becomes known exploited is not reported for a project that is being deleted', async () => {
  const admin = await accountWithRule('knownExploited')
  const { uuid } = await upload(admin, ['minimist@1.2.0'])
  expect(await inboxOf(admin)).toEqual([])
  await server.db.updateTable('project').set({ deleted_at: new Date() }).where('uuid', '=', uuid).execute()
  const { rows } = await sql<{ cve: string }>`
    select distinct cve from finding where account_uuid = ${admin.accountUuid}`.execute(server.db)
  expect(rows.length).toBeGreaterThan(0)
  await ingestSignals(server.db, {
    list: 'known-exploited',
    cves: ['CVE-2000-0001', ...rows.map(({ cve }) => cve)],
  })
  expect(await inboxOf(admin)).toEqual([])
})

test('a failed scan is reported with its reason', async () => {
  const admin = await accountWithRule('scanFailed')
  const headers = { authorization: admin.authorization, 'content-type': 'application/json' }
  const build = JSON.stringify({ branch: 'main', url: 'docker:image' })
  const created = await fetch(`${server.url}/api/v1/builds`, { method: 'POST', headers, body: build })
  const id = created.headers.get('location')!.split('/').at(-1)!
  const reason = 'The job took too long'
  const job = { accountUuid: admin.accountUuid, buildUuid: id }
  for (const _round of [1, 2]) await scanBuildJob.onExhausted!(server.context, job, reason)
  expect(await linesOf(admin)).toMatchObject([
    {
      title: 'Scan failed',
      detail: `branch main · The scan failed: ${reason}`,
      projects: [expect.stringContaining('image')],
    },
  ])
})

test('a feed that fails for the third time in a row is reported only to operators', async () => {
  const operator = await accountWithRule('sourceFailing', {}, await newOperator(server))
  const other = await accountWithRule('sourceFailing')
  await sql`insert into advisory_feed (id) values ('npm'), ('kev') on conflict do nothing`.execute(server.db)
  const failure = { error: 'the server answered 503', nextAt: new Date(Date.now() + dayMs) }
  for (const id of ['npm', 'npm', 'npm', 'npm', 'kev', 'kev']) await saveFailure(server.db, id, failure)
  expect(await inboxOf(operator)).toEqual([
    ['The advisory feed for npm cannot be read', 'the server answered 503'],
  ])
  expect(await inboxOf(other)).toEqual([])
})

test('outdated advisory data of ecosystems in use is reported once a week', async () => {
  const operator = await accountWithRule('advisoryDataOld', {}, await newOperator(server))
  await upload(operator, ['lodash@4.17.21'])
  await sql`update advisory_database set checked_at = now() - interval '30 days'`.execute(server.db)
  for (const _round of [1, 2]) await remind()
  expect(await inboxOf(operator)).toEqual([['Advisory data is out of date', 'npm']])
})

test('an exclusion about to expire is reported once, with what it excludes', async () => {
  const admin = await accountWithRule('exclusionEnding')
  const params = { accountUuid: admin.accountUuid }
  const query = { domain: 'security' as const }
  const library = { language: 'nodejs', name: 'lodash' }
  const expiresAt = soon()
  const later = Date.now() + 30 * dayMs
  for (const body of [
    { cve: 'CVE-2019-10744', description: 'Behind the proxy', expiresAt },
    { library, version: '4.17.4', expiresAt },
    { cve: 'CVE-2020-8203', expiresAt: later },
  ])
    await admin.api.exclusions.create({ params, query, body })
  for (const _round of [1, 2]) await remind()
  const received = await inboxOf(admin)
  expect(received).toHaveLength(2)
  expect(received).toEqual(
    expect.arrayContaining([
      [`The exclusion of CVE-2019-10744 expires on ${isoDay(expiresAt)}`, 'Behind the proxy'],
      [`The exclusion of lodash 4.17.4 expires on ${isoDay(expiresAt)}`, ''],
    ]),
  )
})

test('changes of members are reported, with who made them', async () => {
  const admin = await accountWithRule('memberChanged')
  const member = await server.addMember(admin, 'Viewer')
  const params = { accountUuid: admin.accountUuid, memberUuid: member.uuid }
  await admin.api.members.update({ params, body: { role: 'Collaborator' } })
  await admin.api.members.remove({ params })
  const by = `by ${admin.email}`
  const received = await inboxOf(admin)
  expect(received).toHaveLength(2)
  expect(received).toEqual(
    expect.arrayContaining([
      [`The role of ${member.email} was changed from Viewer to Collaborator`, by],
      [`${member.email} was removed`, by],
    ]),
  )
})
