import { newOperator } from '#testing/upload-advisories.ts'
import { isoDay } from '@assay/engine/time.ts'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { startHeartbeat } from './heartbeat.ts'

const server = testServer({ withWorker: false })
const operator = forAllTests(() => newOperator(server))

const kindsOf = async () => (await operator.api.site.status()).problems.map(({ kind }) => kind)

describe('GET /admin/server/site/status', () => {
  test('is for the operator', async () => {
    const other = await server.newAccount()
    await expect(other.api.site.status()).rejects.toMatchObject({ status: 403, errorType: 'operatorOnly' })
    const viewer = await server.addMember(operator, 'Viewer')
    await expect(viewer.api.site.status()).rejects.toMatchObject({ status: 403 })
  })

  test('lists a process while it runs', async () => {
    expect(await kindsOf()).toContain('noWorker')
    const worker = await startHeartbeat(server.db, { roles: new Set(['worker']) })
    const { processes } = await operator.api.site.status()
    expect(processes).toMatchObject([{ roles: ['worker'], isAlive: true }])
    expect(await kindsOf()).not.toContain('noWorker')
    await worker.stop()
    expect((await operator.api.site.status()).processes).toEqual([])
  })

  test('keeps one that ended without a word for a day', async () => {
    const lost = (host: string, ageMs: number) => ({
      uuid: crypto.randomUUID(),
      host,
      version: '0.1.0',
      roles: ['worker'],
      seen_at: new Date(Date.now() - ageMs),
    })
    await server.db
      .insertInto('server_process')
      .values([lost('killed', 5 * 60_000), lost('gone', 25 * 3_600_000)])
      .execute()
    const worker = await startHeartbeat(server.db, { roles: new Set(['worker']) })
    const { processes, problems } = await operator.api.site.status()
    expect(processes.filter(({ isAlive }) => !isAlive).map(({ host }) => host)).toEqual(['killed'])
    expect(problems).toContainEqual({ kind: 'processLost', names: ['killed'], count: 1 })
    await worker.stop()
    await server.db.deleteFrom('server_process').execute()
  })

  test('knows the growth of the database once it was measured on two days', async () => {
    const worker = await startHeartbeat(server.db, { roles: new Set(['worker']) })
    const { database } = await operator.api.site.status()
    expect(database).toMatchObject({ growthPerDay: null, connections: expect.any(Number) as number })
    expect(database.bytes).toBeGreaterThan(1e6)
    expect(database.tables).toHaveLength(10)
    const day = isoDay(Date.now() - 10 * 86_400_000)
    await server.db
      .insertInto('database_size')
      .values({ day, bytes: Math.round(database.bytes - 10e6) })
      .execute()
    const { growthPerDay } = (await operator.api.site.status()).database
    expect(growthPerDay! / 1e6).toBeCloseTo(1, 0)
    await worker.stop()
  })

  test('says that statements are not measured without the extension, and that there are no backups', async () => {
    const status = await operator.api.site.status()
    expect(status.statements).toBeNull()
    expect(status.disk!.freeBytes).toBeGreaterThan(0)
    expect(status.backup).toMatchObject({ destination: null, succeededAt: null })
    expect(status.problems.map(({ kind }) => kind)).toContain('backupMissing')
    expect(status.events.map(({ consumer }) => consumer)).toContain('notifications')
  })
})
