import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChildServer, startChildServer } from '#testing/child-server.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#testing/database-proxy.ts'
import { type FreshDatabase, freshDatabase } from '#testing/fresh-database.ts'
import { npmInventory } from '#testing/inventories.ts'

// Retries after a crash: the server is killed at the commit of each change.

/** Timeout for a process on a busy machine. */
const startTimeoutMs = 180_000

let database: FreshDatabase
const folder = temporaryFolder()
let proxy: DatabaseProxy
let server: ChildServer | undefined
beforeAll(async () => {
  database = await freshDatabase()
  proxy = await startDatabaseProxy(database.connection)
  server = await startChildServer({ connection: proxy.connection, folder })
}, startTimeoutMs)
afterAll(async () => {
  await server?.stop()
  await proxy.stop()
  await database.drop()
})

interface Act {
  path: string
  body: () => FormData | string
  key: string
}

const teamOf = (name: string): Act => ({
  path: '/api/v1/teams',
  body: () => JSON.stringify({ name }),
  key: randomUUID(),
})
const uploadOf = (url: string): Act => ({
  path: '/api/v1/uploads/new/sbom-cdx.json',
  body: () => {
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(npmInventory(['lodash@4.17.4']))]), 'bom.json')
    for (const [name, value] of Object.entries({ url, branch: 'main', wait: 'false' })) form.set(name, value)
    return form
  },
  key: randomUUID(),
})

async function send({ url, authorization }: ChildServer, { path, body, key }: Act) {
  const sent = body()
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization,
      'idempotency-key': key,
      ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
    },
    body: sent,
  })
  const result = (await response.json()) as { uuid: string; id: string; errorType?: string }
  return { status: response.status, result }
}

/** Retries like a client while the interrupted request still counts as in progress. */
async function repeat(server: ChildServer, act: Act) {
  for (;;) {
    const { status, result } = await send(server, act)
    if (result.errorType !== 'idempotencyKeyInUse') return { status, result }
    await sleep(500)
  }
}

const teamsNamed = (name: string) =>
  database.db.selectFrom('team').select('uuid').where('name', '=', name).execute()
const events = (action: string) =>
  database.db.selectFrom('audit_event').select('sequence').where('action', '=', action).execute()

test(
  'a change whose server is killed during the commit happens once, before the retry or by it',
  async () => {
    const [lost, kept, upload] = [teamOf('lost'), teamOf('kept'), uploadOf('https://example.org/killed')]
    const contents = [
      proxy.holdCommit('lost', 'before'),
      proxy.holdCommit('kept', 'after'),
      proxy.holdCommit('https://example.org/killed', 'after'),
    ]
    const cutOff = Promise.allSettled([lost, kept, upload].map((act) => send(server!, act)))
    await Promise.all(contents)
    await server!.kill()
    expect((await cutOff).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await teamsNamed('lost')).toEqual([])
    const [{ uuid: keptUuid }] = (await teamsNamed('kept')) as [{ uuid: string }]
    const stored = await database.db.selectFrom('build').select('uuid').execute()
    expect(stored).toHaveLength(1)

    server = await startChildServer({ connection: database.connection, folder })
    const again = server
    const replies = await Promise.all([lost, kept, upload].map((act) => repeat(again, act)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const [lostUuids, keptUuids] = [await teamsNamed('lost'), await teamsNamed('kept')]
    expect([lostUuids, keptUuids]).toEqual([[{ uuid: replies[0]!.result.uuid }], [{ uuid: keptUuid }]])
    expect(replies[1]!.result.uuid).toBe(keptUuid)
    expect(stored).toEqual([{ uuid: replies[2]!.result.id }])
    expect(await database.db.selectFrom('build').select('uuid').execute()).toEqual(stored)
    expect(
      [await events('teams.create'), await events('uploads.intoNew')].map(({ length }) => length),
    ).toEqual([2, 1])
    // Unacknowledged builds are still scanned, once.
    await expect
      .poll(async () => (await again.api.builds.get({ params: { id: stored[0]!.uuid } })).status)
      .toBe('success')
    expect(await database.db.selectFrom('scan').select('number').execute()).toEqual([{ number: 1 }])
    // Stored responses are returned verbatim.
    expect(await Promise.all([lost, kept].map((act) => send(again, act)))).toEqual(replies.slice(0, 2))
  },
  2 * startTimeoutMs,
)
