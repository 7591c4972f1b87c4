import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { runAssay } from '#testing/run-assay.ts'
import { dayMs } from '@assay/engine/time.ts'
import { pieceBytes } from '@assay/contract/knowledge.ts'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { ingest } from '#knowledge/advisories/ingestion/ingest.ts'
import { recordRead } from '#knowledge/advisories/databases/database-store.ts'
import { recordLists } from '#knowledge/advisories/feeds/list-store.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { findSync, startSync } from '#knowledge/advisories/sync/sync-store.ts'
import { saveReleases } from '#knowledge/releases/store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember, type TestServer } from '#testing/test-server.ts'
import { endedSync, newOperator } from '#testing/upload-advisories.ts'

const checkedAt = new Date(Date.now() - 30 * dayMs)

let archive: Uint8Array

const record = (id: string, modified: string, versions = ['1.0.0']) =>
  JSON.stringify({
    id,
    modified,
    summary: id,
    affected: [{ package: { ecosystem: 'npm', name: 'carried' }, versions }],
  })

const connected = testServer({ hasStarterOnly: true })
const isolated = testServer({ hasStarterOnly: true })
const source = forAllTests(() => newOperator(connected))
const target = forAllTests(() => newOperator(isolated))
beforeAll(async () => {
  const kev = JSON.stringify({ catalogVersion: '1', vulnerabilities: [{ cveID: 'CVE-2021-44228' }] })
  const epss = 'cve,epss,percentile\nCVE-2021-44228,0.9,0.99\n'
  const euKev = JSON.stringify([
    { cveID: 'CVE-2021-44228', euvdID: 'EUVD-2021-1' },
    { cveID: 'CVE-2021-44229' },
  ])
  const texts = [record('GHSA-carried', '2026-01-01T00:00:00Z'), kev, euKev, epss].map((text) => ({
    text,
    where: '',
  }))
  await ingest(connected.db, 'a mirror', texts)
  await compileStale(connected.db)
  await recordRead(connected.db, ['npm'], { source: 'a mirror', at: checkedAt })
  await recordLists(connected.db, ['kev', 'eu-kev', 'epss'], { source: 'a mirror', at: checkedAt })
  await saveReleases(connected.db, null, {
    ecosystem: 'npm',
    name: 'carried',
    source: 'deps.dev',
    checkedAt: checkedAt.getTime(),
    releases: [
      { version: '1.0.0', publishedAt: 1 },
      { version: '1.0.1', publishedAt: 2 },
    ],
  })
  archive = await source.api.knowledge.export({})
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const linesOf = (bytes: Uint8Array) => gunzipSync(bytes).toString().trimEnd().split('\n')
const pack = (lines: string[]) => new Uint8Array(gzipSync(lines.map((line) => `${line}\n`).join('')))

async function send(bytes: Uint8Array, member = target): Promise<string> {
  const digest = sha256(bytes)
  await member.api.knowledge.beginImport({ body: { digest, name: 'a.jsonl.gz', size: bytes.length } })
  for (let position = 0; position * pieceBytes < bytes.length; position++)
    await member.api.knowledge.piece({
      params: { digest, position: String(position) },
      body: new Uint8Array(bytes.subarray(position * pieceBytes, (position + 1) * pieceBytes)),
    })
  return digest
}

const importAll = async (bytes: Uint8Array) => {
  const params = { digest: await send(bytes) }
  return endedSync(target, await target.api.knowledge.start({ params }))
}
const npmOf = async (member: TestMember) =>
  (await member.api.advisoryDatabases.list()).find(({ id }) => id === 'npm')

describe('GET /api/v1/knowledge/archive', () => {
  test('is gzipped JSON lines: header, original documents, lists, releases, end marker', () => {
    const lines = linesOf(archive)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      assay: 'knowledge',
      version: 1,
      databases: [{ ecosystem: 'npm', source: 'a mirror', checkedAt: checkedAt.getTime() }],
    })
    expect(lines).toContain(record('GHSA-carried', '2026-01-01T00:00:00Z'))
    expect(lines).toContain('{"assay":"known-exploited","cves":["CVE-2021-44228"]}')
    expect(lines.at(-1)).toBe(`{"assay":"end","lines":${lines.length - 1}}`)
    expect(lines.some((line) => line.startsWith('{"assay":"releases"'))).toBe(true)
  })

  test('omits releases if only advisories are requested', async () => {
    const lines = linesOf(await source.api.knowledge.export({ query: { parts: 'advisories' } }))
    expect(lines.some((line) => line.startsWith('{"assay":"releases"'))).toBe(false)
    expect(lines).toContain(record('GHSA-carried', '2026-01-01T00:00:00Z'))
  })

  test('is limited to the operator', async () => {
    const other = await connected.newAccount()
    await expect(other.api.knowledge.export({})).rejects.toMatchObject({
      status: 403,
      errorType: 'operatorOnly',
    })
  })
})

describe('POST /api/v1/knowledge/imports/{digest}/start', () => {
  test('imports everything with its original age and rescans affected branches', async () => {
    const member = await isolated.newAccount()
    const body = {
      file: filePart(npmInventory(['carried@1.0.0'])),
      url: 'https://example.org/c',
      branch: 'main',
    }
    const { uuid: projectUuid } = await member.api.uploads.intoNew({ body })
    const count = async () =>
      (await member.api.scans.overview({ params: { projectUuid } })).scan.vulnerabilityCount
    expect(await count()).toBe(0)

    expect(await importAll(archive)).toMatchObject({ state: 'done', added: 1, reason: null })
    const npm = await npmOf(target)
    expect(npm).toMatchObject({ syncedAt: checkedAt.getTime(), state: 'outdated' })
    expect(npm!.source).toContain('a mirror (archive of ')
    expect((await target.api.advisoryDatabases.lists({})).map(({ completeAt }) => completeAt)).toEqual([
      checkedAt.getTime(),
      checkedAt.getTime(),
      checkedAt.getTime(),
      null,
    ])
    await expect.poll(count).toBe(1)
    const signal = await isolated.db
      .selectFrom('advisory_signal')
      .selectAll()
      .where('cve', '=', 'CVE-2021-44228')
      .executeTakeFirstOrThrow()
    expect(signal).toMatchObject({ in_catalog: true, in_eu_catalog: true, euvd_id: 'EUVD-2021-1' })
    expect(signal.epss).toBeCloseTo(0.9)
    const report = await member.api.reports.full({ params: { projectUuid }, query: { branch: 'main' } })
    expect(report.security.assessments[0]?.reports[0]?.recommended).toMatchObject({ version: '1.0.1' })
    expect(await isolated.db.selectFrom('advisory_upload').select('uuid').execute()).toEqual([])
  })

  test('adds nothing the second time, and an older archive reverts nothing', async () => {
    expect(await importAll(archive)).toMatchObject({ state: 'done', added: 0, changed: 0 })
    const [header, ...rest] = linesOf(archive)
    const newer = record('GHSA-carried', '2026-02-01T00:00:00Z', ['1.0.0', '0.9.0'])
    const older = { ...(JSON.parse(header!) as object), exportedAt: checkedAt.getTime() - dayMs }
    const changed = rest.map((line) => (line.includes('GHSA-carried') ? newer : line))
    expect(await importAll(pack([header!, ...changed]))).toMatchObject({ state: 'done', changed: 1 })
    expect(await importAll(pack([JSON.stringify(older), ...rest]))).toMatchObject({
      state: 'done',
      changed: 0,
    })
    const row = await isolated.db
      .selectFrom('advisory_record')
      .select('modified_at')
      .where('id', '=', 'GHSA-carried')
      .executeTakeFirstOrThrow()
    expect(row.modified_at!.toISOString()).toBe('2026-02-01T00:00:00.000Z')
    expect(await npmOf(target)).toMatchObject({ syncedAt: checkedAt.getTime() })
  })

  const header = (more: object) =>
    JSON.stringify({ assay: 'knowledge', version: 1, exportedAt: Date.now(), databases: [], ...more })
  const fresh = [{ ecosystem: 'pypi', source: 'x', checkedAt: Date.now() }]
  test.each<[string, () => Uint8Array, RegExp]>([
    ['without an end marker', () => pack([header({ databases: fresh })]), /incomplete or damaged/],
    ['with too few lines', () => pack([header({}), '{"assay":"end","lines":7}']), /incomplete or damaged/],
    ['with more behind its end', () => pack([header({}), '{"assay":"end","lines":1}', '{}']), /incomplete/],
    ['dated in the future', () => pack([header({ exportedAt: Date.now() + 9 * dayMs })]), /in the future/],
    ['of another format version', () => pack([header({ version: 2 })]), /another version of Assay/],
    ['of another kind', () => pack(['{"id":"GHSA-1"}']), /is not an archive of an Assay server/],
    ['that is not gzipped', () => new Uint8Array(randomBytes(64)), /./],
    ['cut off', () => new Uint8Array(gzipSync(randomBytes(4096)).subarray(0, 900)), /incomplete or damaged/],
    [
      'that is a decompression bomb',
      () => new Uint8Array(gzipSync(`${header({})}\n${' '.repeat(200 * 1024 * 1024)}`)),
      /incomplete or damaged/,
    ],
  ])('an archive %s is rejected and does not count as fresh', async (_title, make, reason) => {
    const end = await importAll(make())
    expect(end.state).toBe('failed')
    expect(end.reason).toMatch(reason)
    const pypi = (await target.api.advisoryDatabases.list()).find(({ id }) => id === 'pypi')
    expect(pypi?.syncedAt).toBeNull()
  })
})

describe('PUT /api/v1/knowledge/imports/{digest}/pieces/{position}', () => {
  let bytes: Uint8Array<ArrayBuffer>
  beforeEach(async () => {
    bytes = new Uint8Array(randomBytes(pieceBytes + 10))
    await isolated.db.deleteFrom('advisory_upload').where('sync_uuid', 'is', null).execute()
  })
  const begin = () =>
    target.api.knowledge.beginImport({ body: { digest: sha256(bytes), name: 'b', size: bytes.length } })
  const put = (position: number, body: Uint8Array<ArrayBuffer>) =>
    target.api.knowledge.piece({ params: { digest: sha256(bytes), position: String(position) }, body })
  const first = () => bytes.slice(0, pieceBytes)

  test('resumes an interrupted upload', async () => {
    expect(await begin()).toMatchObject({ received: 0, pieceBytes })
    expect(await put(0, first())).toMatchObject({ received: 1 })
    expect(await begin()).toMatchObject({ received: 1 })
    expect(await put(0, first())).toMatchObject({ received: 1 })
    await expect(target.api.knowledge.start({ params: { digest: sha256(bytes) } })).rejects.toMatchObject({
      status: 409,
      errorType: 'pieceInvalid',
    })
    expect(await put(1, bytes.slice(pieceBytes))).toMatchObject({ received: 2 })
  })

  test('rejects pieces that are out of order, empty or of the wrong size', async () => {
    await begin()
    await expect(put(1, bytes.slice(pieceBytes))).rejects.toMatchObject({ status: 409 })
    await expect(put(0, bytes.slice(0, 7))).rejects.toMatchObject({ status: 400, errorType: 'pieceInvalid' })
    await expect(put(2, bytes.slice(0, 7))).rejects.toMatchObject({ status: 404 })
    const params = { digest: '1'.repeat(64), position: '0' }
    await expect(target.api.knowledge.piece({ params, body: first() })).rejects.toMatchObject({ status: 404 })
    expect(await begin()).toMatchObject({ received: 0 })
  })

  test('starts another archive only after the current upload has stalled', async () => {
    await begin()
    const other = { digest: '2'.repeat(64), name: 'c', size: 5 }
    await expect(target.api.knowledge.beginImport({ body: other })).rejects.toMatchObject({ status: 503 })
    await isolated.db
      .updateTable('advisory_upload')
      .set({ received_at: new Date(Date.now() - 3_600_000) })
      .where('digest', '=', sha256(bytes))
      .execute()
    expect(await target.api.knowledge.beginImport({ body: other })).toMatchObject({ received: 0 })
    const size = isolated.config.advisoryUploadLimitBytes + 1
    await expect(target.api.knowledge.beginImport({ body: { ...other, size } })).rejects.toMatchObject({
      status: 413,
    })
  })

  test('rejects an archive whose checksum does not match', async () => {
    const digest = '3'.repeat(64)
    await target.api.knowledge.beginImport({ body: { digest, name: 'd', size: archive.length } })
    await target.api.knowledge.piece({ params: { digest, position: '0' }, body: new Uint8Array(archive) })
    const end = await endedSync(target, await target.api.knowledge.start({ params: { digest } }))
    expect(end).toMatchObject({ state: 'failed' })
    expect(end.reason).toContain('its checksum does not match')
  })
})

describe('the CLI', () => {
  const run = (server: TestServer, member: TestMember, ...args: string[]) =>
    runAssay({ server, member, folder, args })
  let folder: string
  beforeEach(() => {
    folder = folderOfTest()
  })

  test('transfers an archive from one server to another', async () => {
    const file = join(folder, 'assay.jsonl.gz')
    await run(connected, source, 'knowledge', 'export', '--output', file)
    expect(readdirSync(folder)).toEqual(['assay.jsonl.gz'])
    await isolated.db.deleteFrom('advisory_upload').where('sync_uuid', 'is', null).execute()
    await run(isolated, target, 'knowledge', 'import', file)
    expect((await findSync(isolated.db))?.state).toBe('done')
    expect(await npmOf(target)).toMatchObject({ syncedAt: checkedAt.getTime() })
  })

  test('rejects a truncated archive before uploading it, and callers other than the operator', async () => {
    const file = join(folder, 'cut.jsonl.gz')
    writeFileSync(file, pack(linesOf(archive).slice(0, -1)))
    await expect(run(isolated, target, 'knowledge', 'import', file)).rejects.toMatchObject({
      stderr: expect.stringContaining('its end is missing') as string,
    })
    const other = await isolated.newAccount()
    await expect(run(isolated, other, 'advisories', 'export', '--output', file)).rejects.toMatchObject({
      stderr: expect.stringContaining('Only the operator') as string,
    })
  })

  test('builds the local index from an archive, keeps its age, and exports it again', async () => {
    const [file, again] = [join(folder, 'a.jsonl.gz'), join(folder, 'b.jsonl.gz')]
    writeFileSync(file, archive)
    await run(isolated, target, 'advisories', 'import', '--offline', file)
    const manifest = JSON.parse(readFileSync(join(folder, 'advisories', 'manifest.json'), 'utf8')) as {
      ecosystems: Record<string, { checkedAt: number | null }>
      lists: Record<string, number>
    }
    expect(manifest.lists).toEqual({
      kev: checkedAt.getTime(),
      'eu-kev': checkedAt.getTime(),
      epss: checkedAt.getTime(),
    })
    // From the archive; the other ecosystems only have the starter set.
    const ages = Object.values(manifest.ecosystems).map((each) => each.checkedAt)
    expect(new Set(ages)).toEqual(new Set([checkedAt.getTime(), null]))
    await run(isolated, target, 'advisories', 'export', '--offline', '--output', again)
    const lines = linesOf(new Uint8Array(readFileSync(again)))
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual({
      assay: 'eu-known-exploited',
      cves: ['CVE-2021-44228', 'CVE-2021-44229'],
      euvdIds: [['CVE-2021-44228', 'EUVD-2021-1']],
    })
    expect(lines).toContain(record('GHSA-carried', '2026-01-01T00:00:00Z'))
    expect(lines).toContain('{"assay":"known-exploited","cves":["CVE-2021-44228"]}')
    const { databases } = JSON.parse(lines[0]!) as { databases: { checkedAt: number }[] }
    expect(new Set(databases.map((each) => each.checkedAt))).toEqual(new Set([checkedAt.getTime()]))
  })
})

test('an import whose process crashed is resumed by another one', async () => {
  const digest = await send(pack([...linesOf(archive).slice(0, 1), '{"assay":"end","lines":1}']))
  const begun = await target.api.knowledge.start({ params: { digest } })
  // The state a crashed process leaves behind: running, and its job is delivered again.
  await startSync(isolated.db, begun.uuid!)
  expect(await endedSync(target, begun)).toMatchObject({ state: 'done' })
  expect((await findSync(isolated.db))?.uuid).toBe(begun.uuid)
})
