import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { deleteScans } from './retention-store.ts'

const server = testServer()

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
/** Without one, the document would lack an element that rules can ask for. */
const otherSerialNumber = 'urn:uuid:11404d1d-1bd3-4f8c-8f3c-3e2c4b1a7a52'

test.each([
  { what: 'the same bytes', list: components, again: bom(components), documents: {} },
  {
    what: 'another serial number',
    list: components,
    before: { serialNumber: otherSerialNumber },
    again: bom(components, { serialNumber }),
    documents: { document: 1 },
  },
  { what: 'another order', list: known, again: bom(known.toReversed()), documents: { document: 1 } },
])('scans of $what leave a row each, and show the same', async ({ list, before = {}, again, documents }) => {
  const member = await newMember()
  const first = await upload(member, bom(list, before))
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
  expect(await remove(2)).toEqual([uuids[1]])
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

const many = Array.from({ length: 40 }, (_, at) => unknown(`part-${at}`))
/** With other parts at some places. */
const manyBut = (places: readonly number[]) =>
  bom(many.map((each, at) => (places.includes(at) ? unknown(`other-${at}`) : each)))

const contentsOf = async ({ accountUuid }: TestMember) => {
  const { rows } = await sql<{ uuid: string; base: string | null; bytes: number }>`
    select scan_uuid as uuid, base_uuid as base, pg_column_size(gaps) as bytes from scan_content
    where account_uuid = ${accountUuid}`.execute(server.db)
  return new Map(rows.map((row) => [row.uuid, row]))
}

test('a content says how it differs from a whole one, and shows the same in the same order', async () => {
  const member = await newMember()
  const later = [1, 2, 3, 5, 8].map((count) => manyBut(Array.from({ length: count }, (_, at) => at * 5 + 2)))
  const documents = [bom(many), ...later]
  const builds: Awaited<ReturnType<typeof upload>>[] = []
  for (const bytes of documents) builds.push(await upload(member, bytes))
  const { uuid: projectUuid } = builds[0]!
  for (const [at, bytes] of documents.entries()) {
    const alone = { file: filePart(bytes), url: `${url}/${at}`, branch: 'main' }
    const whole = await member.api.uploads.intoNew({ body: alone })
    const { scan, components } = await shownOf(member, projectUuid, builds[at]!.reportUuid)
    const expected = await shownOf(member, whole.uuid, whole.reportUuid)
    expect(scan.gaps).toEqual(expected.scan.gaps)
    expect(components).toEqual(expected.components)
  }
  const contents = await contentsOf(member)
  const stored = builds.map(({ reportUuid }) => contents.get(reportUuid!)!)
  const [first] = stored
  expect(stored.slice(0, 4).map(({ base }) => base)).toEqual([null, first!.uuid, first!.uuid, first!.uuid])
  expect(stored.at(-1)!.base).not.toBe(first!.uuid)
  expect(stored[1]!.bytes).toBeLessThan(first!.bytes / 2)
})

test('a whole content stays as long as another differs from it', async () => {
  const member = await newMember()
  const { uuid: projectUuid } = await upload(member, bom(many))
  for (const places of [[2], [2, 3], []]) await upload(member, manyBut(places))
  const scans = await scansOf(member)
  const uuids = scans.map(({ uuid }) => uuid)
  const shown = await shownOf(member, projectUuid, uuids[1]!)
  const remove = (index: number) => {
    const removed = { branchUuid: scans[0]!.branch_uuid, uuids: [uuids[index]!] }
    return server.db.transaction().execute((tx) => deleteScans(tx, accountScope(member.accountUuid), removed))
  }
  expect(await remove(0)).toEqual([uuids[0]])
  expect(await remove(2)).toEqual([uuids[2]])
  expect(new Set((await contentsOf(member)).keys())).toEqual(new Set([uuids[0], uuids[1], uuids[3]]))
  expect(await shownOf(member, projectUuid, uuids[1]!)).toEqual(shown)
  await remove(1)
  await remove(3)
  expect(await contentsOf(member)).toEqual(new Map())
})

const requirer = (version: string) => ({ ...npm('top', version), 'bom-ref': 'top' })
const requiring = (version: string) =>
  bom([requirer(version), { ...npm('lodash', '4.17.4'), 'bom-ref': 'lodash' }], {
    metadata: { component: { type: 'application', name: 'root', 'bom-ref': 'root' } },
    dependencies: [
      { ref: 'root', dependsOn: ['top'] },
      { ref: 'top', dependsOn: ['lodash'] },
    ],
  })

test('an upgrade leaves the rows of what the package requires, and each scan names its own version', async () => {
  const member = await server.newAccount()
  const { uuid: projectUuid, reportUuid: first } = await upload(member, requiring('1.0.0'))
  const changed = await changedCounts(member, () => upload(member, requiring('2.0.0')))
  expect(changed).toMatchObject({ component_use: 1 })
  const { rows } = await sql<{ requiredBy: string[] }>`
    select required_by as "requiredBy" from component
    where account_uuid = ${member.accountUuid} and name = 'lodash'`.execute(server.db)
  expect(rows).toEqual([{ requiredBy: ['top@2.0.0'] }])
  const pathsOf = async (reportUuid: string | null) => {
    const of = { params: { projectUuid }, query: { reportUuid: reportUuid! } }
    const [found] = await member.api.scans.findings(of)
    return found!.versions.flatMap(({ paths }) => paths)
  }
  const last = (await scansOf(member)).at(-1)!.uuid
  expect([await pathsOf(first), await pathsOf(last)]).toEqual([
    [['top:1.0.0', 'lodash:4.17.4']],
    [['top:2.0.0', 'lodash:4.17.4']],
  ])
})
