import type { SyncProgress } from '@assay/contract/advisory-databases.ts'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { closeSpool, openSpool } from '#platform/uploads/spool.ts'
import { type TestMember } from '#testing/test-server.ts'
import { openUpload } from './upload-store.ts'
import { endedSync, newOperator } from '#testing/upload-advisories.ts'

const mb = 1024 * 1024

let operator: TestMember
const server = testServer({ settings: { ASSAY_ADVISORY_UPLOAD_LIMIT_MB: '2' } })
beforeAll(async () => {
  await openSpool(server.config.dataFolder)
  operator = await newOperator(server)
})
afterAll(async () => {
  await closeSpool()
})

const post = (body: BodyInit) =>
  fetch(`${server.url}/api/v1/databases/osv/files?name=advisories.jsonl`, {
    method: 'POST',
    headers: { authorization: operator.authorization, 'content-type': 'application/octet-stream' },
    body,
    duplex: 'half',
  } as RequestInit)

/** Files on disk, and chunks in the database. */
async function filesLeft(): Promise<number> {
  const folder = join(server.config.dataFolder, 'spool')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const uploads = await server.db.selectFrom('advisory_upload').select('uuid').execute()
  const chunks = await server.db.selectFrom('advisory_upload_chunk').select('number').execute()
  return entries.filter((entry) => entry.isFile()).length + uploads.length + chunks.length
}

/** A body without a Content-Length. */
const stream = (bytes: number) =>
  Readable.toWeb(
    Readable.from(
      (function* () {
        for (let sent = 0; sent < bytes; sent += 64 * 1024) yield Buffer.alloc(64 * 1024, '\n')
      })(),
    ),
  ) as BodyInit

describe('POST /databases/osv/files', () => {
  test.each([
    ['by its Content-Length', () => new Uint8Array(3 * mb)],
    ['while it is received', () => stream(64 * mb)],
  ])('a file above the limit is rejected %s and leaves nothing behind', async (_, body) => {
    const response = await post(body())
    expect(response.status).toBe(413)
    const message = 'The file is larger than 2 MB'
    expect(await response.json()).toEqual({ errorType: 'tooLarge', message })
    expect(await filesLeft()).toBe(0)
    expect((await operator.api.advisoryDatabases.progress({ params: { id: 'osv' } })).state).toBe('idle')
  })

  test('a file within the limit is read and then deleted', async () => {
    const record = {
      id: 'TEST-1',
      modified: '2026-01-01T00:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'upload-limits' }, versions: ['1.0.0'] }],
    }
    const path = join(server.config.dataFolder, 'one.jsonl')
    await writeFile(path, `${JSON.stringify(record)}\n`)
    const response = await post(Readable.toWeb(createReadStream(path)) as BodyInit)
    expect(response.status).toBe(202)
    const end = await endedSync(operator, (await response.json()) as SyncProgress)
    expect(end).toMatchObject({ state: 'done', added: 1 })
    expect(await filesLeft()).toBe(0)
  })

  test('a third upload is rejected while two are in progress', async () => {
    const unfinished = [await openUpload(server.db), await openUpload(server.db)]
    expect(unfinished).not.toContain(null)
    const response = await post(new Uint8Array([1]))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ errorType: 'busy' })
    // Uploads of crashed processes are deleted after a day.
    await server.db
      .updateTable('advisory_upload')
      .set({ received_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute()
    const again = await post('{}')
    expect(again.status).toBe(202)
    await endedSync(operator, (await again.json()) as SyncProgress)
    expect(await filesLeft()).toBe(0)
  })
})
