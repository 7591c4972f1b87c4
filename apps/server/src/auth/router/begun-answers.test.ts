import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { sendInTime } from './large-answer.ts'

test('a response that has begun waits for the database, while other queries fail', async () => {
  const place = await freshDatabase()
  const proxy = await startDatabaseProxy(place.connection)
  const log = { error: () => undefined }
  const { db, close } = openDatabase({ connection: proxy.connection, maxConnections: 2, log })
  const read = async (value: string) =>
    (await sql<{ value: string }>`select ${value} as value`.execute(db)).rows[0]!.value

  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: isAway, resolve: goOn } = Promise.withResolvers<void>()
  async function* pages() {
    yield await read('first,')
    begin()
    await isAway
    yield await read('second')
  }
  const reply = { raw: { destroy: () => undefined } } as unknown as FastifyReply
  const answer = text(sendInTime(pages(), { reply, maxStallMs: 60_000 }))
  await hasBegun
  proxy.cut()
  // Closed connections leave the pool.
  await expect(read('a')).rejects.toThrow()
  await expect(read('b')).rejects.toThrow()
  goOn()
  await expect(read('c')).rejects.toThrow()
  proxy.restore()
  expect(await answer).toBe('first,second')

  await close()
  await proxy.stop()
  await place.drop()
})
