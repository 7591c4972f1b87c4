import { expect, onTestFinished, test } from 'vitest'
import { openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import { accountScope } from '#auth/scope.ts'
import { outageOf } from '#platform/database/outage.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { startThread } from '#platform/worker-threads/isolate.ts'
import type { runInWorker } from '#platform/worker-threads/threads.ts'
import { type PoolLimits, WorkPool } from '#platform/worker-threads/work-pool.ts'
import { openScanner } from './scanner.ts'
import { lockBranches } from './store.ts'

async function startServer(): Promise<{ server: TestServer; member: TestMember }> {
  const server = await startTestServer({ withWorker: false })
  onTestFinished(() => server.stop())
  return { server, member: await server.newAccount() }
}

let number = 0

async function upload({ api }: TestMember, packageCount: number): Promise<string> {
  const packages = Array.from({ length: packageCount }, (_, each) => `package-${each}@1.0.${each}`)
  const file = filePart(npmInventory([...packages, 'lodash@4.17.4']))
  const url = `https://example.org/${number++}`
  const { id } = await api.uploads.intoNew({ body: { file, url, branch: 'main', wait: 'false' } })
  return id
}

/** A scanner with its own thread limits. */
function limitedScanner({ db, config, database }: TestServer, limits: Partial<PoolLimits>) {
  const folder = config.dataFolder
  const pool = new WorkPool({
    start: startThread,
    size: 1,
    cpuMs: 60_000,
    heapMb: 256,
    maxWaiting: 10,
    ...limits,
  })
  onTestFinished(() => pool.stop())
  const run = (({ module, name }, argument) => pool.run({ module, name }, argument)) as typeof runInWorker
  const advisories = openAdvisories({ db, folder })
  const storage = { connection: database.connection, folder }
  const { maxAdvisoryAgeMs } = config
  return { pool, scanner: openScanner({ db, advisories, storage, maxAdvisoryAgeMs, run }) }
}

const buildOf = (member: TestMember, id: string) => member.api.builds.get({ params: { id } })

test('requests are served during a scan', async () => {
  const { server, member } = await startServer()
  const id = await upload(member, 6_000)
  const scan = server.scanner.scan(accountScope(member.accountUuid), id, { isBackground: false })
  let completed = 0
  for (let state = ''; state !== 'success';) {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    state = (await buildOf(member, id)).status
    if (state === 'scanning') completed++
  }
  await scan
  // One request may have been sent before the scan started computing.
  expect(completed).toBeGreaterThan(1)
})

test.each([
  ['memory', { heapMb: 24 }, 'The project needs more memory to scan than this server gives'],
  ['time', { cpuMs: 20 }, 'The project takes longer to scan than this server gives'],
])("a build that exceeds a thread's limit of %s fails with a reason", async (_, limits, reason) => {
  const { server, member } = await startServer()
  const { scanner } = limitedScanner(server, limits)
  const id = await upload(member, 6_000)
  await scanner.scan(accountScope(member.accountUuid), id, { isBackground: false })
  expect(await buildOf(member, id)).toMatchObject({ status: 'failed', reason })
})

test('a build whose thread crashes is scanned once by the next attempt', async () => {
  const { server, member } = await startServer()
  const { pool, scanner } = limitedScanner(server, {})
  const scope = accountScope(member.accountUuid)
  const id = await upload(member, 5_000)
  await server.db.transaction().execute(async (tx) => {
    const branch = await tx.selectFrom('branch').select('uuid').executeTakeFirstOrThrow()
    // Locked, so that the scan cannot finish before its thread is stopped.
    await lockBranches(tx, scope, [branch.uuid])
    const scan = scanner.scan(scope, id, { isBackground: false })
    await Promise.all([
      expect(scan).rejects.toThrow('ended before its work'),
      expect
        .poll(async () => (await buildOf(member, id)).status)
        .toBe('scanning')
        .then(() => pool.stop()),
    ])
  })
  expect((await buildOf(member, id)).status).toBe('scanning')
  await scanner.scan(scope, id, { isBackground: false })
  await scanner.scan(scope, id, { isBackground: false })
  expect((await buildOf(member, id)).status).toBe('success')
  expect(await server.db.selectFrom('scan').select('uuid').execute()).toHaveLength(1)
})

test('a database outage in a thread is reported to the caller as retryable', async () => {
  const { server, member } = await startServer()
  const id = await upload(member, 0)
  const { db, config } = server
  const { maxAdvisoryAgeMs, dataFolder: folder } = config
  const connection = { connectionString: 'postgres://nobody@127.0.0.1:1/none' }
  const advisories = openAdvisories({ db, folder })
  const scanner = openScanner({ db, advisories, storage: { connection, folder }, maxAdvisoryAgeMs })
  const error = await scanner
    .scan(accountScope(member.accountUuid), id, { isBackground: false })
    .catch((thrown: unknown) => thrown)
  expect(outageOf(error)).toBe('unavailable')
  expect((await buildOf(member, id)).status).toBe('queued')
})
