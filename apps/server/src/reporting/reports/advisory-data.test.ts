import { dayMs } from '@assay/engine/time.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { sendAffectedBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { recordRead } from '#knowledge/advisories/databases/database-store.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember } from '#testing/test-server.ts'
import { uploadAdvisories } from '#testing/upload-advisories.ts'

const server = testServer({ hasStarterOnly: true })

const body = () => ({
  file: filePart(npmInventory(['left-pad@1.3.0'])),
  url: 'https://example.org/clean',
  branch: 'main',
})

/** Every endpoint that returns the outcome of the branch's last report. */
async function outcomes(
  { api }: TestMember,
  projectUuid: string,
  which: 'outcome' | 'computedOutcome' = 'outcome',
) {
  const params = { projectUuid }
  const { scan, scans } = await api.scans.overview({ params })
  return [
    (await api.reports.full({ params }))[which],
    (await api.reports.list({ query: {} })).find(({ uuid }) => uuid === projectUuid)![which],
    (await api.reports.summary({ params, query: {} })).branches[0]![which],
    scan[which],
    scans[0]![which],
  ]
}

const computed = (member: TestMember, projectUuid: string) => outcomes(member, projectUuid, 'computedOutcome')

const all = (outcome: string) => Array.from({ length: 5 }, () => outcome)

const stateOf = async ({ api }: TestMember, projectUuid: string) =>
  (await api.scans.overview({ params: { projectUuid } })).scan.advisoryData[0]!.state

/** Backdates the last read of the source. */
const setAge = (days: number) =>
  server.db
    .updateTable('advisory_database')
    .set({ checked_at: new Date(Date.now() - days * dayMs) })
    .where('ecosystem', '=', 'npm')
    .execute()

const recordOf = (id: string, modified: string) =>
  JSON.stringify({
    id,
    modified,
    affected: [{ package: { ecosystem: 'npm', name: id.toLowerCase() }, versions: ['1.0.0'] }],
  })

test('a component is answered with what is known, and with the doubt if advisories are missing or old', async () => {
  const member = await server.newAccount()
  const get = async (path: string) => {
    const response = await fetch(`${server.url}/api/v1/dependency/${path}`, {
      headers: { authorization: member.authorization },
    })
    return {
      status: response.status,
      header: response.headers.get('assay-doubt'),
      body: (await response.json()) as unknown,
    }
  }
  const unsynced =
    /^The advisories of \w+ have not been synced, so there may be vulnerabilities that are not listed$/
  const doubt = expect.stringMatching(unsynced) as string
  expect(await get('nodejs/lodash/4.17.4')).toMatchObject({
    status: 200,
    header: doubt,
    body: [{ doubt }, { doubt }, { doubt }],
  })
  for (const language of ['nodejs', 'r'])
    expect(await get(`${language}/left-pad/1.3.0`)).toEqual({ status: 200, header: doubt, body: [] })
  expect((await get('debian/openssl/3.0.0')).header).toContain('depend on its release')
  expect(await get('nodejs/lodash/4.17.4/next')).toMatchObject({
    status: 200,
    body: { latestPatch: '4.17.21', doubt },
  })
  for (const unknown of ['lodash/99.0.0', 'nobody-wrote-this/1.0.0'])
    expect(await get(`nodejs/${unknown}/next`)).toMatchObject({
      status: 200,
      body: { latestPatch: null, latestMinor: null, latestMajor: null, doubt },
    })
  await setAge(1)
  expect(await get('nodejs/lodash/4.17.4/next')).toMatchObject({
    body: { latestPatch: '4.17.21', doubt: null },
  })
  expect(await get('nodejs/left-pad/1.3.0')).toEqual({ status: 200, header: null, body: [] })
  await setAge(8)
  expect(await get('nodejs/left-pad/1.3.0')).toMatchObject({
    status: 200,
    header: expect.stringContaining('are too old: the data is as of ') as string,
    body: [],
  })
  await server.db.updateTable('advisory_database').set({ checked_at: null }).execute()
})

describe('a report without findings', () => {
  let member: TestMember
  let projectUuid: string
  beforeAll(async () => {
    member = await server.newAccount()
    const build = await member.api.uploads.intoNew({ body: body() })
    expect(build).toMatchObject({ status: 'success', outcome: 'UNDECLARED' })
    projectUuid = build.uuid
  })

  test('is UNDECLARED everywhere while only the starter set exists, with the reason', async () => {
    expect(await outcomes(member, projectUuid)).toEqual(all('UNDECLARED'))
    const report = await member.api.reports.full({ params: { projectUuid } })
    expect(report.advisoryData).toMatchObject([
      { ecosystem: 'npm', name: 'npm', source: 'starter set', checkedAt: null, state: 'starter' },
    ])
    expect(report.advisoryData![0]!.advisories).toBeGreaterThan(0)
    const npm = (await member.api.advisoryDatabases.list()).find(({ id }) => id === 'npm')
    expect(npm).toMatchObject({ state: 'starter', isInUse: true, syncedAt: null })
    const maven = (await member.api.advisoryDatabases.list()).find(({ id }) => id === 'maven')
    expect(maven).toMatchObject({ isInUse: false })
  })

  test('passes after a sync of fresh data without a new scan; the next scan records that data', async () => {
    const records = ['SYNC-1', 'SYNC-2'].map((id) => recordOf(id, '2024-01-01T00:00:00Z')).join('\n')
    await uploadAdvisories(server, records, { modifiedAt: Date.now() - 8 * dayMs })
    expect(await stateOf(member, projectUuid)).toBe('outdated')
    expect(await outcomes(member, projectUuid)).toEqual(all('UNDECLARED'))
    await uploadAdvisories(server, records, { modifiedAt: Date.now() - dayMs })
    expect(await outcomes(member, projectUuid)).toEqual(all('PASS'))
    expect(await stateOf(member, projectUuid)).toBe('current')
    const recorded = () =>
      server.db
        .selectFrom('scan')
        .select('advisory_data')
        .where('project_uuid', '=', projectUuid)
        .executeTakeFirstOrThrow()
    await expect
      .poll(recorded)
      .toMatchObject({ advisory_data: [{ ecosystem: 'npm', source: 'advisories.json' }] })
    expect((await member.api.scans.overview({ params: { projectUuid } })).scans).toHaveLength(1)
  })

  test('is UNDECLARED when the data becomes too old; what a member declares is shown beside it', async () => {
    await setAge(6)
    expect(await outcomes(member, projectUuid)).toEqual(all('PASS'))
    await setAge(8)
    expect(await stateOf(member, projectUuid)).toBe('outdated')
    expect(await outcomes(member, projectUuid)).toEqual(all('UNDECLARED'))
    for (const outcome of ['PASS', 'FAIL'] as const) {
      await member.api.reports.declareOutcome({ params: { projectUuid }, query: { outcome } })
      expect(await outcomes(member, projectUuid)).toEqual(all(outcome))
      expect(await computed(member, projectUuid)).toEqual(all('UNDECLARED'))
    }
    await recordRead(server.db, ['npm'], { source: 'a mirror', at: new Date() })
    await member.api.reports.declareOutcome({ params: { projectUuid }, query: { outcome: 'PASS' } })
    expect(await outcomes(member, projectUuid)).toEqual(all('PASS'))
  })
})

test('a report with packages that no advisories cover is computed as UNDECLARED everywhere, whatever a member declares', async () => {
  const member = await server.newAccount()
  await recordRead(server.db, ['npm'], { source: 'a mirror', at: new Date() })
  const purls = ['pkg:npm/left-pad@1.3.0', 'pkg:rpm/fedora/bash@5-1']
  const components = purls.map((purl) => ({ type: 'library', name: 'x', version: '1', purl }))
  const file = filePart(jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.5', components }))
  const { uuid } = await member.api.uploads.intoNew({ body: { ...body(), file } })
  expect(await outcomes(member, uuid)).toEqual(all('UNDECLARED'))
  const { scan } = await member.api.scans.overview({ params: { projectUuid: uuid } })
  expect(scan.issues).toMatchObject([{ code: 'ecosystem-unsupported', isUncovered: true }])
  await member.api.reports.declareOutcome({ params: { projectUuid: uuid }, query: { outcome: 'PASS' } })
  expect(await outcomes(member, uuid)).toEqual(all('PASS'))
  expect(await computed(member, uuid)).toEqual(all('UNDECLARED'))
})

test('an earlier report depends on the age of the data at its time', async () => {
  const member = await server.newAccount()
  await setAge(8)
  const first = await member.api.uploads.intoNew({ body: body() })
  await recordRead(server.db, ['npm'], { source: 'a mirror', at: new Date() })
  const file = filePart(npmInventory(['left-pad@1.3.0', 'right-pad@1.0.0']))
  await member.api.uploads.intoNew({ body: { ...body(), file } })
  const params = { projectUuid: first.uuid }
  const { scan, scans } = await member.api.scans.overview({ params })
  expect([scan, ...scans].map(({ outcome }) => outcome)).toEqual(['PASS', 'PASS', 'UNDECLARED'])
  const report = await member.api.reports.fullOf({ params: { ...params, reportUuid: first.reportUuid! } })
  expect(report).toMatchObject({ outcome: 'UNDECLARED', advisoryData: [{ state: 'outdated' }] })
})

test('a report with an unread file is computed as UNDECLARED, whoever declares that it passes', async () => {
  await recordRead(server.db, ['npm'], { source: 'a mirror', at: new Date() })
  const member = await server.newAccount()
  const file = [
    { ...filePart(npmInventory(['left-pad@1.3.0'])), filename: 'bom.json' },
    { filename: 'a/package-lock.json', bytes: Buffer.from('{') },
  ]
  const { url, branch } = body()
  const build = await member.api.uploads.folderIntoNew({ body: { file, url, branch } })
  expect(build.outcome).toBe('UNDECLARED')
  const params = { projectUuid: build.uuid }
  await member.api.reports.declareOutcome({ params, query: { outcome: 'PASS' } })
  expect(await computed(member, build.uuid)).toEqual(all('UNDECLARED'))
  expect(await member.api.builds.get({ params: { id: build.id } })).toMatchObject({
    outcome: 'PASS',
    computedOutcome: 'UNDECLARED',
  })
  await member.api.reports.declareOutcome({ params, query: { outcome: 'FAIL' } })
  expect(await outcomes(member, build.uuid)).toEqual(all('FAIL'))
})

test('a client declares a report UNDECLARED if it could not read everything', async () => {
  await recordRead(server.db, ['npm'], { source: 'a mirror', at: new Date() })
  const member = await server.newAccount()
  const { uuid } = await member.api.uploads.intoNew({ body: body() })
  expect(await outcomes(member, uuid)).toEqual(all('PASS'))
  await member.api.reports.declareOutcome({ params: { projectUuid: uuid }, query: { outcome: 'UNDECLARED' } })
  expect(await outcomes(member, uuid)).toEqual(all('UNDECLARED'))
  expect(await computed(member, uuid)).toEqual(all('PASS'))
})

test('a setting allows older data', async () => {
  const patient = await startTestServer({ settings: { ASSAY_MAX_ADVISORY_AGE_DAYS: '30' }, beside: server })
  await setAge(20)
  const member = await patient.newAccount()
  expect(await member.api.uploads.intoNew({ body: body() })).toMatchObject({ outcome: 'PASS' })
  await patient.stop()
})

test('an ecosystem without any advisory data keeps a report from passing', async () => {
  await recordRead(server.db, ['npm'], { source: 'a mirror', at: new Date() })
  const member = await server.newAccount()
  const components = ['pkg:npm/left-pad@1.3.0', 'pkg:cran/ggplot2@3.4.0'].map((purl) => {
    const [name, version] = purl.slice(purl.indexOf('/') + 1).split('@')
    return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: 'MIT' } }] }
  })
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }
  const file = filePart(jsonBytes(bom))
  const build = await member.api.uploads.intoNew({ body: { ...body(), file } })
  const { uuid: projectUuid } = build
  expect(build.outcome).toBe('UNDECLARED')
  expect(await outcomes(member, projectUuid)).toEqual(all('UNDECLARED'))
  const params = { projectUuid }
  expect((await member.api.reports.full({ params })).advisoryData).toMatchObject([
    { ecosystem: 'npm', state: 'current' },
    {
      ecosystem: 'cran',
      name: 'CRAN',
      source: 'starter set',
      advisories: 0,
      checkedAt: null,
      state: 'starter',
    },
  ])
  const listed = await member.api.advisoryDatabases.list()
  expect(listed.find((each) => each.id === 'cran')).toMatchObject({ state: 'starter', isInUse: true })
  expect(listed.find((each) => each.id === 'julia')).toBeUndefined()
  await recordRead(server.db, ['cran'], { source: 'a mirror', at: new Date() })
  await sendAffectedBranches(server.context)
  await expect.poll(() => outcomes(member, projectUuid)).toEqual(all('PASS'))
  const report = await member.api.reports.full({ params })
  expect(report).toMatchObject({ coverage: { listed: 2, checked: 2 } })
})

test('an earlier report whose ecosystem had no advisory data stays UNDECLARED', async () => {
  await recordRead(server.db, ['npm'], { source: 'a mirror', at: new Date() })
  const member = await server.newAccount()
  const first = await member.api.uploads.intoNew({ body: body() })
  await server.db
    .updateTable('scan')
    .set({ advisory_data: '[]' })
    .where('uuid', '=', first.reportUuid)
    .execute()
  await member.api.uploads.intoNew({ body: { ...body(), file: filePart(npmInventory(['a@1.0.0'])) } })
  const params = { projectUuid: first.uuid, reportUuid: first.reportUuid! }
  expect(await member.api.reports.fullOf({ params })).toMatchObject({
    outcome: 'UNDECLARED',
    advisoryData: [{ ecosystem: 'npm', state: 'starter' }],
  })
})
