import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountScope } from '#auth/scope.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { deleteScans } from './retention-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.stop())

const url = 'https://example.org/repeated'
const npm = (name: string, version: string) => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
})
const unknown = (name: string) => ({
  type: 'library',
  name,
  version: '1.0.0',
  purl: `pkg:acme/${name}@1.0.0`,
})
const components = [
  npm('lodash', '4.17.4'),
  npm('minimist', '1.2.0'),
  npm('qs', '6.5.1'),
  ...['openssl', 'zlib', 'expat'].map(unknown),
]
const bom = (list: object[], more: object = {}) =>
  jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: list, ...more })

const upload = ({ api }: TestMember, bytes = bom(components)) =>
  api.uploads.intoNew({ body: { file: filePart(bytes), url, branch: 'main' } })

/** An account that accepted a gap, and excludes two packages. */
async function newMember(): Promise<TestMember> {
  const member = await server.newAccount()
  const { api, accountUuid } = member
  const zlib = { ecosystem: null, name: 'zlib' }
  await api.gaps.accept({ params: { accountUuid }, body: { package: zlib, reason: 'reviewed by hand' } })
  for (const name of ['minimist', 'lodash'])
    await api.exclusions.create({
      params: { accountUuid },
      query: { domain: 'security' },
      body: { library: { language: 'nodejs', name } },
    })
  return member
}

/** Rows of what stays, by table. */
async function countRows({ accountUuid }: TestMember): Promise<Map<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'account_uuid' and table_type = 'BASE TABLE'
      and table_name not like 'outbox%' and table_name not in ('idempotency_key', 'audit_event')`.execute(
    server.db,
  )
  const counts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where account_uuid = ${accountUuid}`.execute(
      server.db,
    )
    return [name, rows[0]!.count] as const
  })
  return new Map(await Promise.all(counts))
}

/** Tables that have other numbers of rows than before. */
async function changedCounts(
  member: TestMember,
  act: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await countRows(member)
  await act()
  const changes = [...(await countRows(member))].map(
    ([table, count]) => [table, count - before.get(table)!] as const,
  )
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}

/** What is shown of a report, without what says which one it is, when it was made and what it changed. */
async function shownOf({ api }: TestMember, projectUuid: string, reportUuid: string | null) {
  const of = { params: { projectUuid }, query: { reportUuid: reportUuid! } }
  const { scan } = await api.scans.overview(of)
  expect(scan.uuid).toBe(reportUuid)
  return {
    scan: { ...scan, uuid: '', number: 0, timestamp: 0, vulnerabilityDelta: 0 },
    findings: await api.scans.findings(of),
    components: await api.scans.components(of),
    rules: (await api.reports.rules(of)).results,
  }
}

const scansOf = async ({ accountUuid }: TestMember) =>
  server.db
    .selectFrom('scan')
    .select(['uuid', 'branch_uuid', 'content_uuid', 'gaps'])
    .where('account_uuid', '=', accountUuid)
    .orderBy('number')
    .execute()

/** What is said of these names no place in the document. */
const known = [npm('lodash', '4.17.4'), npm('minimist', '1.2.0'), npm('qs', '6.5.1'), npm('ws', '5.0.0')]
const serialNumber = 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79'

test.each([
  { what: 'the same bytes', list: components, again: bom(components), documents: {} },
  {
    what: 'another serial number',
    list: components,
    again: bom(components, { serialNumber }),
    documents: { document: 1 },
  },
  { what: 'another order', list: known, again: bom(known.toReversed()), documents: { document: 1 } },
])('scans of $what leave a row each, and show the same', async ({ list, again, documents }) => {
  const member = await newMember()
  const first = await upload(member, bom(list))
  const shown = await shownOf(member, first.uuid, first.reportUuid)
  expect(shown.findings.filter(({ exclusion }) => exclusion).length).toBeGreaterThan(1)
  expect(shown.scan.gaps.total).toBe(list === known ? 0 : 3)
  const later: Awaited<ReturnType<typeof upload>>[] = []
  const changed = await changedCounts(member, async () => {
    for (let times = 0; times < 3; times++) later.push(await upload(member, again))
  })
  expect(changed).toEqual({ build: 3, build_document: 3, scan_row: 3, ...documents })
  for (const build of later) {
    expect(await member.api.builds.get({ params: build })).toEqual(build)
    expect(await shownOf(member, first.uuid, build.reportUuid)).toEqual(shown)
  }
  expect(new Set(later.map(({ reportUuid }) => reportUuid)).size).toBe(3)
  const query = { from: first.reportUuid!, to: later[2]!.reportUuid! }
  const compared = await member.api.scans.compare({ params: { projectUuid: first.uuid }, query })
  expect(compared).toMatchObject({ components: [], introduced: [], fixed: [], dropped: [] })
  expect(compared.unchanged.length).toBeGreaterThan(0)
  const { name } = (await member.api.projects.list({ params: member }))[0]!
  await member.api.projects.remove({ params: { projectUuid: first.uuid }, query: { name } })
  await expect
    .poll(async () => {
      const counts = await countRows(member)
      return ['scan_row', 'scan_content', 'rule_result', 'build'].map((table) => counts.get(table))
    })
    .toEqual([0, 0, 0, 0])
})

test('a content stays as long as a scan repeats it', async () => {
  const member = await newMember()
  const { accountUuid } = member
  const other = bom([...components, unknown('libpng')])
  const { uuid: projectUuid } = await upload(member)
  await upload(member, other)
  await upload(member, other)
  await upload(member)
  const scans = await scansOf(member)
  const uuids = scans.map(({ uuid }) => uuid)
  expect(scans.map(({ content_uuid: uuid }) => uuids.indexOf(uuid!))).toEqual([0, 1, 1, 3])
  const shown = await shownOf(member, projectUuid, uuids[2]!)
  const remove = (index: number) => {
    const removed = { branchUuid: scans[0]!.branch_uuid, uuids: [uuids[index]!] }
    return server.db.transaction().execute((tx) => deleteScans(tx, accountScope(accountUuid), removed))
  }
  expect(await remove(1)).toEqual([])
  expect(await shownOf(member, projectUuid, uuids[2]!)).toEqual(shown)
  expect(await changedCounts(member, () => remove(2))).toMatchObject({ scan_row: -1, scan_content: -1 })
})

test('a rescan that finds other gaps changes them in the last scan alone', async () => {
  const member = await newMember()
  const { api, accountUuid } = member
  const { uuid: projectUuid } = await upload(member)
  await upload(member)
  const gapsOf = async () =>
    (await scansOf(member)).map(
      ({ gaps }) => (gaps as { acceptanceUuid: string | null }[]).filter((gap) => gap.acceptanceUuid).length,
    )
  expect(await gapsOf()).toEqual([1, 1])
  const expat = { ecosystem: null, name: 'expat' }
  await api.gaps.accept({ params: { accountUuid }, body: { package: expat, reason: 'too', projectUuid } })
  await expect.poll(gapsOf).toEqual([1, 2])
  await upload(member)
  await upload(member)
  expect(await gapsOf()).toEqual([1, 2, 2, 2])
  const scans = await scansOf(member)
  const uuids = scans.map(({ uuid }) => uuid)
  expect(scans.map(({ content_uuid: uuid }) => uuids.indexOf(uuid!))).toEqual([0, 0, 2, 2])
})
