import { sql } from 'kysely'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { type FeedServer, startFeedServer } from '#testing/feed-server.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember } from '#testing/test-server.ts'
import { newOperator, uploadAdvisories } from '#testing/upload-advisories.ts'
import { zipOf } from '#testing/zip.ts'
import { findFeed, listFeeds } from '#knowledge/advisories/feeds/feed-store.ts'
import { planSyncsJob } from './plan-syncs-job.ts'
import { findSync } from './sync-store.ts'

const feed = forAllTests(startFeedServer)
const server = testServer(() => ({
  settings: {
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ASSAY_ADVISORY_SOURCE: feed.url,
    ASSAY_KEV_URL: `${feed.url}/kev.json`,
    ASSAY_EU_KEV_URL: `${feed.url}/eukev.json`,
    ASSAY_EPSS_URL: `${feed.url}/epss.csv`,
    ASSAY_END_OF_LIFE_URL: `${feed.url}/end-of-life`,
  },
}))
const member = forAllTests(() => server.newAccount())
afterEach(async () => {
  await ended()
  feed.responses.clear()
  feed.requests.length = 0
  await sql`delete from advisory_feed`.execute(server.db)
})

const record = (id: string, name: string, modified = '2026-01-01T00:00:00Z') =>
  JSON.stringify({
    id,
    modified,
    affected: [{ package: { ecosystem: 'npm', name }, versions: ['1.0.0'] }],
  })
const archive = (...records: string[]) =>
  zipOf(Object.fromEntries(records.map((text) => [`${(JSON.parse(text) as { id: string }).id}.json`, text])))
const list = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')

const ended = () =>
  expect
    .poll(async () => (await findSync(server.db))?.state ?? 'done', { timeout: 60_000 })
    .toMatch(/^(?:done|failed)$/)

const use = (...ids: string[]) =>
  sql`insert into advisory_feed (id) select * from unnest(${ids}::text[])
    on conflict (id) do update set next_at = now()`.execute(server.db)

/** Runs the scheduled job to completion. */
async function syncNow(...ids: string[]) {
  await use(...ids)
  await planSyncsJob.run(server.context, {}, { priority: 'refresh' })
  await ended()
  return (await findSync(server.db))!
}

/** Without lists. */
const onlyNpm = () =>
  sql`insert into advisory_feed (id, next_at) select id, now() + interval '1 day'
    from unnest(array['kev', 'eu-kev', 'epss', 'end-of-life']) as id on conflict do nothing`.execute(
    server.db,
  )

const isStored = async (id: string) => {
  const { rows } = await sql<{ isWithdrawn: boolean }>`
    select withdrawn_at is not null as "isWithdrawn" from advisory_record where id = ${id}`.execute(server.db)
  return rows[0] === undefined ? 'absent' : rows[0].isWithdrawn ? 'withdrawn' : 'stored'
}

async function upload(name: string): Promise<string> {
  const body = {
    file: filePart(npmInventory([`${name}@1.0.0`])),
    url: `https://example.org/${name}`,
    branch: 'main',
  }
  return (await member.api.uploads.intoNew({ body })).uuid
}

test('the first scan of an ecosystem syncs its archive and then reports its advisories', async () => {
  feed.responses.set('/npm/all.zip', archive(record('FIRST-1', 'first')))
  const projectUuid = await upload('first')
  const count = async () =>
    (await member.api.scans.overview({ params: { projectUuid } })).scan.vulnerabilityCount
  await expect.poll(count, { timeout: 60_000 }).toBe(1)
  expect(feed.requests).toContain('/npm/all.zip')
  // No other ecosystem is in use.
  expect(feed.requests.filter((path) => path.endsWith('/all.zip'))).toEqual(['/npm/all.zip'])
})

test('an ecosystem that was just scanned for the first time is read before others', async () => {
  await onlyNpm()
  feed.responses.set('/npm/all.zip', archive(record('BEFORE-1', 'before')))
  await syncNow('npm')
  await sql`update advisory_feed set full_at = now() - interval '8 days' where id = 'npm'`.execute(server.db)
  feed.requests.length = 0
  feed.responses.set('/RubyGems/all.zip', archive(record('AWAITED-1', 'awaited')))
  await syncNow('npm', 'rubygems')
  const archives = feed.requests.filter((path) => path.endsWith('/all.zip'))
  expect(archives).toEqual(['/RubyGems/all.zip', '/npm/all.zip'])
})

describe('later', () => {
  const later = '2026-02-01T00:00:00Z'

  test('only modified records are fetched', async () => {
    await onlyNpm()
    feed.responses.set('/npm/all.zip', archive(record('INC-1', 'a'), record('INC-2', 'b')))
    await syncNow('npm')
    feed.requests.length = 0
    feed.responses.set(
      '/npm/modified_id.csv',
      list(`${later},INC-3`, `${later},INC-1`, '2026-01-01T00:00:00Z,INC-2', '2020-01-01T00:00:00Z,INC-0'),
    )
    feed.responses.set('/npm/INC-3.json', record('INC-3', 'c', later))
    // A record removed after it was listed is skipped.
    expect(await syncNow('npm')).toMatchObject({ state: 'done', added: 1 })
    expect(feed.requests.toSorted()).toEqual(['/npm/INC-1.json', '/npm/INC-3.json', '/npm/modified_id.csv'])
    expect(await isStored('INC-3')).toBe('stored')
    expect(await findFeed(server.db, 'npm')).toMatchObject({ modifiedTo: new Date(later), error: null })
  })

  test('a time in the future does not advance the position', async () => {
    await onlyNpm()
    feed.responses.set(
      '/npm/all.zip',
      archive(record('FUTURE-1', 'a', '2999-01-01T00:00:00Z'), record('F-2', 'b')),
    )
    await syncNow('npm')
    expect((await findFeed(server.db, 'npm'))!.modifiedTo).toEqual(new Date('2026-01-01T00:00:00Z'))
  })

  test('the whole archive is read after too many changes and once a week', async () => {
    await onlyNpm()
    feed.responses.set('/npm/all.zip', archive(record('WEEK-1', 'a')))
    await syncNow('npm')
    feed.requests.length = 0
    const many = Array.from({ length: 2001 }, (_, index) => `${later},MANY-${index}`)
    feed.responses.set('/npm/modified_id.csv', list(...many))
    await syncNow('npm')
    expect(feed.requests).toEqual(['/npm/modified_id.csv', '/npm/all.zip'])
    await sql`update advisory_feed set full_at = now() - interval '8 days' where id = 'npm'`.execute(
      server.db,
    )
    await upload('weekly')
    feed.requests.length = 0
    await syncNow('npm')
    expect(feed.requests).toEqual(['/npm/all.zip'])
  })

  test('a record that left the archive is withdrawn, and restored when it returns', async () => {
    await onlyNpm()
    const records = ['LEFT-1', 'LEFT-2', 'LEFT-3'].map((id) => record(id, 'left'))
    const read = async (...which: string[]) => {
      feed.responses.set('/npm/all.zip', archive(...which))
      await sql`update advisory_feed set full_at = null, etag = null where id = 'npm'`.execute(server.db)
      await sql`update advisory_record set source = 'elsewhere' where id not like 'LEFT-%'`.execute(server.db)
      await syncNow('npm')
    }
    await read(...records)
    await read(...records.slice(1))
    expect(await isStored('LEFT-1')).toBe('withdrawn')
    expect(await isStored('LEFT-2')).toBe('stored')
    await read(...records)
    expect(await isStored('LEFT-1')).toBe('stored')
  })
})

describe('a failing source', () => {
  const failure = async (id = 'npm') => {
    const { error, failures, nextAt, checkedAt } = (await findFeed(server.db, id))!
    return { error, failures, checkedAt, waitMs: nextAt.getTime() - Date.now() }
  }

  test.each<[string, Parameters<FeedServer['responses']['set']>[1] | null, string]>([
    ['does not exist', null, '/npm/all.zip answered 404'],
    [
      'responds with an HTML page',
      '<html><body>Sign in</body></html>',
      '/npm/all.zip contains no advisories',
    ],
    [
      'sends a truncated archive',
      archive(record('HALF-1', 'half')).subarray(0, 90),
      'is incomplete or damaged',
    ],
    [
      'breaks off',
      (response) =>
        void response.writeHead(200, { 'content-length': '1000' }).write('PK', () => response.destroy()),
      'ended its response early',
    ],
  ])('that %s is retried later, and the reason is reported', async (_, response, reason) => {
    await onlyNpm()
    if (response !== null) feed.responses.set('/npm/all.zip', response)
    expect(await syncNow('npm')).toMatchObject({ state: 'failed' })
    const first = await failure()
    expect(first).toMatchObject({ failures: 1, checkedAt: null })
    expect(first.error).toContain(reason)
    await syncNow('npm')
    const second = await failure()
    expect(second.failures).toBe(2)
    expect(second.waitMs).toBeGreaterThan(first.waitMs)
    feed.responses.set('/npm/all.zip', archive(record('BACK-1', 'back')))
    expect(await syncNow('npm')).toMatchObject({ state: 'done' })
    expect(await failure()).toMatchObject({ failures: 0, error: null })
  })

  test('that is busy gets no further requests before its Retry-After', async () => {
    await onlyNpm()
    feed.responses.set(
      '/npm/all.zip',
      (response) => void response.writeHead(429, { 'retry-after': '7200' }).end(),
    )
    await syncNow('npm', 'pypi')
    expect(feed.requests).toEqual(['/npm/all.zip'])
    const error = `${new URL(feed.url).host} is busy (it answered 429)`
    expect(await failure('pypi')).toMatchObject({ error, failures: 1 })
    expect((await failure()).waitMs).toBeGreaterThan(7_000_000)
  })

  test('is logged and reported once, however often it is retried', async () => {
    await onlyNpm()
    const events = async () =>
      (
        await server.db
          .selectFrom('outbox_event')
          .select('uuid')
          .where('type', '=', 'advisories.sync-failed')
          .execute()
      ).length
    const lines = () => server.logged().split('Advisories could not be synced').length
    const [eventsBefore, linesBefore] = [await events(), lines()]
    for (let attempt = 0; attempt < 3; attempt++) await syncNow('npm')
    expect([await events(), lines()]).toEqual([eventsBefore + 1, linesBefore + 1])
  })
})

const euList = (...entries: [cve: string, id: string][]) =>
  JSON.stringify(entries.map(([cveID, euvdID]) => ({ dateReported: '2026/09/22', euvdID, cveID })))

describe('lists', () => {
  const respondWith = (cve: string, epss = '0.5') => {
    feed.responses.set('/npm/all.zip', archive(record('LIST-1', 'list')))
    feed.responses.set(
      '/kev.json',
      JSON.stringify({ catalogVersion: '1', vulnerabilities: [{ cveID: cve }] }),
    )
    feed.responses.set('/eukev.json', euList([cve, 'EUVD-2024-1']))
    feed.responses.set('/epss.csv', `#model_version:v1\ncve,epss,percentile\n${cve},${epss},0.9\n`)
    feed.responses.set(
      '/end-of-life',
      JSON.stringify({
        result: [
          {
            label: 'Listed',
            identifiers: [{ type: 'purl', id: 'pkg:npm/listed' }],
            releases: [{ name: '1', eolFrom: '2020-01-01' }],
          },
        ],
      }),
    )
  }
  const signal = async (cve: string) =>
    (
      await sql<{ known: boolean; epss: number }>`
        select known_exploited as known, epss from advisory_signal where cve = ${cve}`.execute(server.db)
    ).rows[0]

  test('are read with the first ecosystem in use, and not again until they change', async () => {
    respondWith('CVE-2024-11111')
    expect(await syncNow('npm')).toMatchObject({ state: 'done' })
    expect(await signal('CVE-2024-11111')).toEqual({ known: true, epss: 0.5 })
    expect((await listFeeds(server.db)).map(({ id, error }) => [id, error])).toEqual([
      ['end-of-life', null],
      ['epss', null],
      ['eu-kev', null],
      ['kev', null],
      ['npm', null],
    ])
    // Each responds with 304 now.
    expect(await syncNow('kev', 'eu-kev', 'epss', 'end-of-life')).toMatchObject({ state: 'done', read: 0 })
    const lists = await member.api.advisoryDatabases.lists({})
    expect(lists.map(({ state }) => state)).toEqual(['current', 'current', 'current', 'current'])
    respondWith('CVE-2024-22222')
    await syncNow('kev', 'eu-kev')
    expect(await signal('CVE-2024-11111')).toMatchObject({ known: false })
    expect(await signal('CVE-2024-22222')).toMatchObject({ known: true })
  })

  test.each(['<html>', '{"catalogVersion":"1","vulnerabilities":[]}', '[]'])(
    'with unexpected content change nothing: %s',
    async (text) => {
      respondWith('CVE-2024-33333')
      await syncNow('npm', 'kev')
      feed.responses.set('/kev.json', text)
      expect(await syncNow('kev')).toMatchObject({
        state: 'failed',
        reason: `${feed.url}/kev.json did not return the expected list`,
      })
      expect(await signal('CVE-2024-33333')).toMatchObject({ known: true })
    },
  )

  test.each(['<html>', '[]', '{"euvdID":"EUVD-2024-1"}', '[{"cveID":null,"euvdID":"EUVD-2024-1"}]'])(
    'of the EU with unexpected content change nothing: %s',
    async (text) => {
      respondWith('CVE-2024-33334')
      await syncNow('npm', 'eu-kev')
      feed.responses.set('/eukev.json', text)
      expect(await syncNow('eu-kev')).toMatchObject({ state: 'failed' })
      expect((await findFeed(server.db, 'eu-kev'))!.error).toContain('did not return the expected list')
      expect(await signal('CVE-2024-33334')).toMatchObject({ known: true })
    },
  )

  test.each([
    ['kev', 'eu-kev'],
    ['eu-kev', 'kev'],
  ])(
    'of CISA and the EU, %s before %s: one that either has is known exploited, and news once',
    async (...order) => {
      const cve = `CVE-2024-6${order[0].length}000`
      const news = async () => {
        const { rows } = await sql<{ cves: string[] }>`
        select payload->'cves' as cves from outbox_event where type = 'advisories.exploited'`.execute(
          server.db,
        )
        return rows.flatMap(({ cves }) => cves).filter((each) => each === cve).length
      }
      const other = `CVE-2024-6${order[0].length}001`
      const bodies = (...cves: string[]) => ({
        kev: JSON.stringify({ catalogVersion: '1', vulnerabilities: cves.map((cveID) => ({ cveID })) }),
        'eu-kev': euList(...cves.map((each): [string, string] => [each, each.replace('CVE', 'EUVD')])),
      })
      const paths = { kev: '/kev.json', 'eu-kev': '/eukev.json' }
      const sync = async (id: string, ...cves: string[]) => {
        const list = id as keyof typeof paths
        feed.responses.set(paths[list], bodies(...cves)[list])
        await syncNow(id)
      }
      respondWith(other)
      await syncNow('npm')
      const [first, second] = order
      await sync(first, other, cve)
      expect(await signal(cve)).toMatchObject({ known: true })
      await sync(second, other, cve)
      expect(await news()).toBe(1)
      await sync(first, other)
      expect(await signal(cve)).toMatchObject({ known: true })
      await sync(first, other, cve)
      expect(await news()).toBe(1)
      await sync(first, other)
      await sync(second, other)
      expect(await signal(cve)).toMatchObject({ known: false })
    },
  )

  test("of the EU name its database's ids, before and after the advisory is read", async () => {
    const [early, late] = ['CVE-2024-70001', 'CVE-2024-70002'] as const
    const withCve = (id: string, cve: string) =>
      JSON.stringify({ ...(JSON.parse(record(id, 'named-by-eu')) as object), aliases: [cve] })
    respondWith('CVE-2024-70000')
    feed.responses.set('/npm/all.zip', archive(withCve('GHSA-EU-1', early)))
    feed.responses.set('/eukev.json', euList([early, 'EUVD-2024-70001'], [late, 'EUVD-2024-70002']))
    await syncNow('npm', 'eu-kev')
    await sql`update advisory_feed set full_at = null, etag = null where id = 'npm'`.execute(server.db)
    feed.responses.set('/npm/all.zip', archive(withCve('GHSA-EU-1', early), withCve('GHSA-EU-2', late)))
    await syncNow('npm')
    const read = (id: string) => member.api.vulnerabilities.get({ params: { id } })
    expect(await read('EUVD-2024-70001')).toMatchObject({
      cve: early,
      aliases: [early, 'EUVD-2024-70001', 'GHSA-EU-1'],
      exploitedBy: ['eu'],
    })
    expect(await read('EUVD-2024-70002')).toMatchObject({ cve: late, exploitedBy: ['eu'] })
  })

  test('change the reported exploit data of a finding without a rescan', async () => {
    const cve = 'CVE-2024-44444'
    respondWith('CVE-2024-55555')
    feed.responses.set(
      '/npm/all.zip',
      archive(JSON.stringify({ ...JSON.parse(record('GHSA-LIST-4', 'signalled')), aliases: [cve] })),
    )
    await syncNow('npm')
    const { uuid: projectUuid } = await member.api.uploads.intoNew({
      body: {
        file: filePart(npmInventory(['signalled@1.0.0'])),
        url: 'https://example.org/signalled',
        branch: 'main',
      },
    })
    const read = async () => JSON.stringify(await member.api.scans.findings({ params: { projectUuid } }))
    expect(await read()).not.toContain('0.4321')
    respondWith(cve, '0.4321')
    await syncNow('epss', 'kev')
    expect(await read()).toContain('0.4321')
  })
})

describe('endpoints', () => {
  const sync = (who: TestMember, id: string, from?: string) =>
    who.api.advisoryDatabases.sync({ params: { id }, body: from === undefined ? {} : { from } })

  test('report feeds and their last error, and only the operator may start a sync', async () => {
    const operator = await newOperator(server)
    await onlyNpm()
    await syncNow('npm')
    const found = await operator.api.advisoryDatabases.feeds()
    expect(found).toMatchObject({ source: feed.url, ecosystems: 'in-use', maySync: true })
    expect(found.feeds.map(({ id }) => id)).toEqual(['npm', 'kev', 'eu-kev', 'epss', 'end-of-life'])
    expect(found.feeds[0]).toMatchObject({
      name: 'npm',
      source: feed.url,
      checkedAt: null,
      error: `${feed.url}/npm/all.zip answered 404`,
      failures: 1,
    })
    expect(found.sync.state).toBe('failed')
    expect((await member.api.advisoryDatabases.feeds()).maySync).toBe(false)
  })

  test('sync all feeds in use, due or not', async () => {
    const operator = await newOperator(server)
    await expect(sync(operator, 'osv')).rejects.toMatchObject({ status: 409, errorType: 'nothingToSync' })
    feed.responses.set('/npm/all.zip', archive(record('CALL-1', 'called')))
    await use('npm')
    await sql`update advisory_feed set next_at = now() + interval '1 hour', failures = 3, error = 'x'`.execute(
      server.db,
    )
    await sync(operator, 'osv')
    await ended()
    expect(await isStored('CALL-1')).toBe('stored')
    expect(await findFeed(server.db, 'npm')).toMatchObject({ error: null, failures: 0 })
  })

  test('sync one feed and report its progress', async () => {
    const operator = await newOperator(server)
    feed.responses.set('/Hex/all.zip', archive(record('HEX-1', 'hexed')))
    const begun = await sync(operator, 'hex')
    await ended()
    expect(feed.requests).toEqual(['/Hex/all.zip'])
    const progressOf = async (id: string) =>
      (await operator.api.advisoryDatabases.progress({ params: { id } })).uuid
    expect(await progressOf('hex')).toBe(begun.uuid)
    expect(await progressOf('osv')).toBe(begun.uuid)
    expect(await progressOf('npm')).not.toBe(begun.uuid)
    const uploaded = await uploadAdvisories(server, record('FILE-1', 'filed'))
    expect(await progressOf('osv')).toBe(uploaded.uuid)
    expect(await progressOf('hex')).toBe(begun.uuid)
    await expect(progressOf('cobol')).rejects.toMatchObject({ status: 404 })
    await expect(sync(operator, 'cobol')).rejects.toMatchObject({ status: 404 })
    await expect(sync(member, 'hex')).rejects.toMatchObject({ status: 403, errorType: 'operatorOnly' })
  })

  test('sync one feed without a body, answering 200 as every call does', async () => {
    const operator = await newOperator(server)
    feed.responses.set('/Hex/all.zip', archive(record('HEX-2', 'hexed')))
    const { token } = await operator.api.tokens.create({
      params: { accountUuid: operator.accountUuid },
      body: { name: 'sync', access: 'admin' },
    })
    const { status } = await fetch(`${server.url}/api/v1/databases/hex/sync`, {
      method: 'POST',
      headers: { authorization: `token ${token}` },
    })
    expect(status).toBe(200)
    await ended()
    expect(await isStored('HEX-2')).toBe('stored')
  })

  test('sync one feed from a mirror', async () => {
    const operator = await newOperator(server)
    feed.responses.set('/mirror/Pub/all.zip', archive(record('PUB-1', 'pub')))
    await sync(operator, 'pub', `${feed.url}/mirror`)
    await ended()
    expect(feed.requests).toEqual(['/mirror/Pub/all.zip'])
    expect(await isStored('PUB-1')).toBe('stored')
  })
})

test('a folder is read like a mirror, and again when its file changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-mirror-'))
  const own = await startTestServer({ settings: { ASSAY_ADVISORY_SOURCE: folder } })
  const path = join(folder, 'npm', 'all.zip')
  const added = async () => {
    await sql`insert into advisory_feed (id) values ('npm')
      on conflict (id) do update set next_at = now()`.execute(own.db)
    await planSyncsJob.run(own.context, {}, { priority: 'refresh' })
    await expect
      .poll(async () => (await findSync(own.db))?.state, { timeout: 60_000 })
      .toMatch(/^(?:done|failed)$/)
    return (await findSync(own.db))!
  }
  try {
    expect(await added()).toMatchObject({ state: 'failed', reason: `${path} does not exist` })
    await mkdir(join(folder, 'npm'))
    await writeFile(path, archive(record('FOLDER-1', 'folder')))
    expect(await added()).toMatchObject({ state: 'done', added: 1 })
    expect(await added()).toMatchObject({ state: 'done', read: 0 })
    await writeFile(path, archive(record('FOLDER-1', 'folder'), record('FOLDER-2', 'folder')))
    await utimes(path, 1, 1)
    expect(await added()).toMatchObject({ state: 'done', added: 1, unchanged: 1 })
  } finally {
    await own.stop()
    await rm(folder, { recursive: true })
  }
})
