import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { startFeedServer } from '#testing/feed-server.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { zipOf } from '#testing/zip.ts'
import { endedSync, newOperator, uploadAdvisories } from '#testing/upload-advisories.ts'
import { ingest } from '#knowledge/advisories/ingestion/ingest.ts'
import { openSync } from './open-sync.ts'
import { findSync, startSync } from './sync-store.ts'
import { syncAdvisoriesJob } from './sync-advisories-job.ts'

const settings = { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' }

const server = testServer(() => ({ settings, hasStarterOnly: true }))
const feed = forAllTests(startFeedServer)
const operator = forAllTests(() => newOperator(server))

const record = (id: string, name: string) =>
  JSON.stringify({
    id,
    modified: '2026-01-01T00:00:00Z',
    affected: [{ package: { ecosystem: 'npm', name }, versions: ['1.0.0'] }],
  })

const syncFrom = async (path: string) => {
  const body = { from: feed.url + path }
  return endedSync(operator, await operator.api.advisoryDatabases.sync({ params: { id: 'osv' }, body }))
}

const failures = async () =>
  (
    await server.db
      .selectFrom('outbox_event')
      .select(['payload', 'account_uuid'])
      .where('type', '=', 'advisories.sync-failed')
      .execute()
  ).map(({ payload, account_uuid }) => ({ account: account_uuid, ...(payload as { syncUuid: string }) }))

const vulnerabilitiesOf = async (member: TestMember, projectUuid: string) =>
  (await member.api.scans.overview({ params: { projectUuid } })).scan.vulnerabilityCount

async function upload(member: TestMember, name: string): Promise<string> {
  const body = {
    file: filePart(npmInventory([`${name}@1.0.0`])),
    url: `https://example.org/${name}`,
    branch: 'main',
  }
  return (await member.api.uploads.intoNew({ body })).uuid
}

test('an upload received by one process is read by a worker in another', async () => {
  const web = await startTestServer({ withWorker: false, beside: server })
  const member = await newOperator(web)
  const begun = await member.api.advisoryDatabases.upload({
    params: { id: 'osv' },
    query: { name: 'two.jsonl' },
    body: new Uint8Array(Buffer.from(`${record('OTHER-1', 'other-1')}\n${record('OTHER-2', 'other-2')}`)),
  })
  expect(await endedSync(member, begun)).toMatchObject({ state: 'done', added: 2, reason: null })
  await web.stop()
})

describe('a failing source', () => {
  test.each<[string, string, string | ((url: string) => string)]>([
    ['does not exist', '/none.json', (url) => `${url}/none.json answered 404`],
    ['is broken', '/broken.zip', (url) => `${url}/broken.zip is incomplete or damaged: `],
  ])('that %s ends the sync with the reason and emits an event', async (_, path, reason) => {
    feed.responses.set('/broken.zip', Buffer.from('PK\u0003\u0004 and no more'))
    const end = await syncFrom(path)
    expect(end.state).toBe('failed')
    expect(end.reason).toContain(typeof reason === 'string' ? reason : reason(feed.url))
    expect(await failures()).toContainEqual({ account: null, syncUuid: end.uuid, reason: end.reason })
  })
})

test('a sync interrupted after storing records still rescans the affected branches', async () => {
  const member = await server.newAccount()
  const projectUuid = await upload(member, 'interrupted')
  expect(await vulnerabilitiesOf(member, projectUuid)).toBe(0)
  // The state a crashed process leaves behind: the batch is committed, nothing is compiled.
  await ingest(server.db, 'test', [{ text: record('INTERRUPTED-1', 'interrupted'), where: 'x' }])
  feed.responses.set('/again.json', record('INTERRUPTED-1', 'interrupted'))
  expect(await syncFrom('/again.json')).toMatchObject({ state: 'done', added: 0, unchanged: 1 })
  await expect.poll(() => vulnerabilitiesOf(member, projectUuid)).toBe(1)
})

test('branches using a package that a record no longer affects are rescanned', async () => {
  const member = await server.newAccount()
  const projectUuid = await upload(member, 'renamed')
  await uploadAdvisories(server, record('RENAMED-1', 'renamed'))
  await expect.poll(() => vulnerabilitiesOf(member, projectUuid)).toBe(1)
  await uploadAdvisories(server, record('RENAMED-1', 'another-name'))
  await expect.poll(() => vulnerabilitiesOf(member, projectUuid)).toBe(0)
})

describe('the age of an ecosystem', () => {
  const inEcosystem = (ecosystem: string, id: string) =>
    JSON.stringify({ ...(JSON.parse(record(id, id)) as object), affected: [affectedIn(ecosystem)] })
  const affectedIn = (ecosystem: string) => ({ package: { ecosystem, name: 'x' }, versions: ['1.0.0'] })
  const lines = (...ecosystems: string[]) =>
    ecosystems.map((ecosystem, index) => inEcosystem(ecosystem, `READ-${ecosystem}-${index}`)).join('\n')
  const databaseOf = async (id: string) =>
    (await operator.api.advisoryDatabases.list()).find((each) => each.id === id)

  test('is null for the starter set', async () => {
    expect(await databaseOf('maven')).toMatchObject({ source: 'starter set', syncedAt: null })
  })

  test('a download counts for the ecosystems of which it holds several records, as of its time', async () => {
    feed.responses.set('/hex.jsonl', lines('Hex', 'Hex', 'Pub'))
    const before = Date.now()
    await syncFrom('/hex.jsonl')
    const hex = await databaseOf('hex')
    expect(hex).toMatchObject({ source: `${feed.url}/hex.jsonl`, advisories: 2, state: 'current' })
    expect(hex!.newestAt).toBe(Date.parse('2026-01-01T00:00:00Z'))
    expect(hex!.syncedAt).toBeGreaterThanOrEqual(before)
    expect(await databaseOf('pub')).toMatchObject({ syncedAt: null, advisories: 1 })
  })

  const upload = async (
    name: string,
    text: string,
    query: { modifiedAt: number; [more: string]: unknown },
  ) => {
    const body = new Uint8Array(Buffer.from(text))
    const params = { id: 'osv' }
    const begun = await operator.api.advisoryDatabases.upload({ params, query: { name, ...query }, body })
    return endedSync(operator, begun)
  }
  const july = Date.parse('2026-07-28T00:00:00Z')

  test('a file is as old as its own time, whatever its records are dated', async () => {
    const text = lines('PyPI', 'PyPI').replaceAll('2026-01-01', '2027-03-01')
    await upload('pypi.jsonl', text, { modifiedAt: july })
    expect(await databaseOf('pypi')).toMatchObject({
      syncedAt: july,
      state: 'outdated',
      source: 'pypi.jsonl',
    })
    const future = upload('pypi.jsonl', text, { modifiedAt: Date.now() + 3 * 86_400_000 })
    await expect(future).rejects.toMatchObject({ status: 400, errorType: 'fileDated' })
  })

  test('several files of one sync are one: their ages count once the last is read', async () => {
    const at = Date.now() - 3_600_000
    const single = (id: string) => inEcosystem('RubyGems', id)
    const first = await upload('gems/1.json', single('GEM-1'), { modifiedAt: july, hasMore: 'true' })
    expect(await databaseOf('rubygems')).toMatchObject({ syncedAt: null })
    const second = await upload('gems/2.json', single('GEM-2'), {
      modifiedAt: at,
      hasMore: 'true',
      continues: first.uuid!,
    })
    const nuget = { modifiedAt: july, continues: second.uuid! }
    await upload('NuGet/all.zip', inEcosystem('NuGet', 'NUGET-1'), nuget)
    expect(await databaseOf('rubygems')).toMatchObject({ syncedAt: at, source: 'gems/2.json' })
    expect(await databaseOf('nuget')).toMatchObject({ syncedAt: july, source: 'NuGet/all.zip' })
  })

  test('is not set by a truncated file', async () => {
    feed.responses.set('/half.jsonl', `${lines('CRAN', 'CRAN')}\n{"id": "${'x'.repeat(65 * 1024 * 1024)}`)
    expect(await syncFrom('/half.jsonl')).toMatchObject({ state: 'failed' })
    expect((await databaseOf('cran'))?.syncedAt ?? null).toBeNull()
  })

  test('is set by each archive, even if the next one is missing, and again by newer records', async () => {
    const archiveOf = (month: string) => record('READ-npm', 'read-npm').replace('2026-01', `2026-${month}`)
    feed.responses.set('/mirror/npm/all.zip', archiveOf('02'))
    expect(await syncFrom('/mirror')).toMatchObject({ state: 'failed' })
    const first = (await databaseOf('npm'))!
    expect(first).toMatchObject({ source: `${feed.url}/mirror` })
    feed.responses.set('/mirror/npm/all.zip', archiveOf('03'))
    await syncFrom('/mirror')
    expect((await databaseOf('npm'))!.syncedAt).toBeGreaterThan(first.syncedAt!)
  })
})

describe('without a worker', () => {
  let idle: TestServer
  let member: TestMember
  beforeAll(async () => {
    idle = await startTestServer({ withWorker: false, settings })
    member = await newOperator(idle)
  })
  afterAll(() => idle.stop())

  const body = () => ({ from: `${feed.url}/one.json` })
  const params = { id: 'osv' }

  test('a sync stays queued, and a second one is rejected until it has ended', async () => {
    feed.responses.set('/one.json', record('QUEUED-1', 'queued'))
    expect(await member.api.advisoryDatabases.sync({ params, body: body() })).toMatchObject({
      state: 'queued',
    })
    const second = member.api.advisoryDatabases.sync({ params, body: body() })
    await expect(second).rejects.toMatchObject({ status: 409, errorType: 'syncRunning' })
    const upload = member.api.advisoryDatabases.upload({
      params,
      query: { name: 'x.json' },
      body: new Uint8Array([1]),
    })
    await expect(upload).rejects.toMatchObject({ status: 409 })
  })

  test('a job delivered to two workers ends once', async () => {
    const { uuid: syncUuid } = (await findSync(idle.db))!
    const run = () => syncAdvisoriesJob.run(idle.context, { syncUuid: syncUuid! }, { priority: 'refresh' })
    await Promise.all([run(), run()])
    expect(await findSync(idle.db)).toMatchObject({ state: 'done' })
    expect(await startSync(idle.db, syncUuid!)).toBeNull()
  })

  test('a sync interrupted by the stop of its process continues with the next attempt', async () => {
    feed.responses.set('/later.json', record('STOPPED-1', 'stopped'))
    const request = { kind: 'address', from: `${feed.url}/later.json` } as const
    const syncUuid = await idle.db
      .transaction()
      .execute((tx) => openSync(idle.context, tx, { name: 'x', request }))
    const run = (stopping?: AbortSignal) =>
      syncAdvisoriesJob.run(
        idle.context,
        { syncUuid },
        { priority: 'refresh', ...(stopping && { stopping }) },
      )
    await expect(run(AbortSignal.abort())).rejects.toThrow('aborted')
    expect(await findSync(idle.db)).toMatchObject({ state: 'running', added: 0 })
    await run()
    expect(await findSync(idle.db)).toMatchObject({ state: 'done', added: 1 })
  })

  test('a large archive interrupted between two batches continues with the next attempt', async () => {
    const ids = Array.from({ length: 2_500 }, (_, at) => `LARGE-${at}-${'x'.repeat(150)}`)
    const archive = zipOf(Object.fromEntries(ids.map((id) => [`${id}.json`, record(id, `${id}-name`)])))
    expect(archive.length).toBeGreaterThan(1024 * 1024)
    feed.responses.set('/Pub/all.zip', archive)
    const request = { kind: 'address', from: `${feed.url}/Pub/all.zip` } as const
    const syncUuid = await idle.db
      .transaction()
      .execute((tx) => openSync(idle.context, tx, { name: 'x', request }))
    const run = (stopping?: AbortSignal) =>
      syncAdvisoriesJob.run(
        idle.context,
        { syncUuid },
        { priority: 'refresh', ...(stopping && { stopping }) },
      )
    let batches = 0
    const stopsAfterOne = { throwIfAborted: () => expect(++batches).toBe(1) } as unknown as AbortSignal
    await expect(run(stopsAfterOne)).rejects.toThrow('expected 2 to be 1')
    const stored = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from advisory_record join advisory_package on record_id = id
        where id like 'LARGE-%'`.execute(idle.db)
      return rows[0]!.count
    }
    expect(await stored()).toBe(1_000)
    await run()
    expect(await stored()).toBe(2_500)
    expect(await findSync(idle.db)).toMatchObject({ state: 'done', reason: null, expected: 2_500 })
  })

  test('a job without attempts left ends its sync, and a retry reopens it', async () => {
    const syncUuid = await idle.db
      .transaction()
      .execute((tx) =>
        openSync(idle.context, tx, { name: 'x', request: { kind: 'address', from: `${feed.url}/one.json` } }),
      )
    await syncAdvisoriesJob.onExhausted!(idle.context, { syncUuid }, 'The process that ran the job ended')
    expect(await findSync(idle.db)).toMatchObject({
      state: 'failed',
      reason: 'The process that ran the job ended',
    })
    const { rows } = await sql<{ reason: string }>`
      select payload->>'reason' as reason from outbox_event where type = 'advisories.sync-failed'`.execute(
      idle.db,
    )
    expect(rows).toEqual([{ reason: 'The process that ran the job ended' }])
    await idle.db.transaction().execute((tx) => syncAdvisoriesJob.onRequeue!(tx, [{ syncUuid }]))
    await syncAdvisoriesJob.run(idle.context, { syncUuid }, { priority: 'refresh' })
    expect(await findSync(idle.db)).toMatchObject({ state: 'done', reason: null })
  })
})
