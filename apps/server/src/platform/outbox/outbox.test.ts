import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { type Database, openDatabase, type Tx } from '#platform/database/database.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { openQueue, type Queue } from '#platform/queue/queue.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { type Consumer, defineConsumer } from './consumer.ts'
import { startDispatcher } from './dispatcher.ts'
import type { NewEvent, OutboxEvent } from './events.ts'
import { handleEventJobOf } from './handle-event-job.ts'
import { removeOldJobOf } from './remove-old-job.ts'
import { addConsumers, listBehind, lockConsumer, readLastPosition, writeEvents } from './store.ts'

// Test consumers write handled events to their own table, in the given transaction.

const log = { error: () => undefined }
const database = forAllTests(freshDatabase)
beforeAll(async () => {
  await sql`create table handled (number bigserial, consumer text, event uuid, member uuid)`.execute(
    database.db,
  )
})

const invited = (memberUuid: string = randomUUID()): NewEvent => ({
  type: 'member.invited',
  payload: { memberUuid, email: 'someone@example.org' },
})
const inviteMany = (count: number) => Array.from({ length: count }, () => invited())
const write = (events: NewEvent[], db = database.db) =>
  db.transaction().execute((tx) => writeEvents(tx, null, events))

type Invited = OutboxEvent<'member.invited'>

/** A consumer with a unique name. */
function recorder(
  name: string,
  before: (event: Invited, tx: Tx) => Promise<void> | void = () => undefined,
): Consumer {
  return defineConsumer({
    name,
    types: ['member.invited'],
    async handle(tx, _context, event) {
      await before(event, tx)
      await sql`insert into handled (consumer, event, member) values (${name}, ${event.uuid}, ${event.payload.memberUuid})`.execute(
        tx,
      )
    },
  })
}

async function handledBy({ name }: Consumer): Promise<string[]> {
  const { rows } = await sql<{ member: string }>`
    select member from handled where consumer = ${name} order by number`.execute(database.db)
  return rows.map(({ member }) => member)
}

const unordered = () =>
  database.db.selectFrom('outbox_event').select('uuid').where('position', 'is', null).execute()

const membersOf = (events: NewEvent[]) =>
  events.map(({ payload }) => (payload as { memberUuid: string }).memberUuid)

/** A server with workers for these consumers and its own connections. */
async function startServer(consumers: readonly Consumer[], retryLimit = 0) {
  const { db, close } = openDatabase({ connection: database.connection, maxConnections: 8, log })
  const job = {
    ...handleEventJobOf(consumers),
    retry: { limit: retryLimit, delaySeconds: 1, maxDelaySeconds: 1 },
  }
  const queue = await openQueue({ connection: database.connection, jobs: [job], log })
  const context = { db, queue, log } as unknown as JobContext
  await queue.consume(job, context)
  await queue.consumeFailed(context)
  const dispatcher = await startDispatcher(context, {
    consumers,
    handleEventJob: job,
    pollMs: 20,
    consumerPollMs: 80,
  })
  const stop = stopOnce({ db, queue, close, dispatcher })
  onTestFinished(stop)
  return { context, stop }
}

function stopOnce({
  queue,
  close,
  dispatcher,
}: {
  db: Database
  queue: Queue
  close: () => Promise<void>
  dispatcher: { stop(): Promise<void> }
}): () => Promise<void> {
  let stopping: Promise<void> | undefined
  const stop = async () => {
    await dispatcher.stop()
    await queue.stop()
    await close()
  }
  return () => (stopping ??= stop())
}

const patience = { timeout: 100_000, interval: 50 }

describe('an event', () => {
  test('is delivered in order after its transaction commits, and not after a rollback', async () => {
    const consumer = recorder('commits')
    await startServer([consumer])
    await expect(
      database.db.transaction().execute(async (tx) => {
        await writeEvents(tx, null, [invited()])
        throw new Error('Rolled back')
      }),
    ).rejects.toThrow('Rolled back')
    const events = inviteMany(250)
    for (const event of events) await write([event])
    await expect.poll(() => handledBy(consumer), patience).toEqual(membersOf(events))
  })

  test('is delivered even if its transaction commits after that of a later event', async () => {
    const consumer = recorder('late')
    await startServer([consumer])
    const [late, early] = [invited(), invited()]
    const isWritten = Promise.withResolvers<void>()
    const commitGate = Promise.withResolvers<void>()
    const slow = database.db.transaction().execute(async (tx) => {
      await writeEvents(tx, null, [late])
      isWritten.resolve()
      await commitGate.promise
    })
    await isWritten.promise
    await write([early])
    await expect.poll(() => handledBy(consumer), patience).toEqual(membersOf([early]))
    commitGate.resolve()
    await slow
    await expect.poll(() => handledBy(consumer), patience).toEqual(membersOf([early, late]))
  })

  test('with an invalid payload rolls back its transaction', async () => {
    const wrong = { type: 'member.invited', payload: { memberUuid: 'nobody' } } as unknown as NewEvent
    await expect(write([wrong])).rejects.toThrow('memberUuid')
  })
})

describe('a consumer', () => {
  test('starts with events written after it was added', async () => {
    const known = await startServer([])
    await write([invited()])
    await expect.poll(unordered, patience).toEqual([])
    await known.stop()
    const consumer = recorder('from-now-on')
    await startServer([consumer])
    const event = invited()
    await write([event])
    await expect.poll(() => handledBy(consumer), patience).toEqual(membersOf([event]))
  })

  test('is moved past events of other types, unless a process is delivering to it', async () => {
    const [own, other] = [
      recorder('own-type'),
      { ...recorder('other-type'), types: ['member.removed'] as const },
    ]
    await addConsumers(database.db, [own.name, other.name])
    const dispatching = await startServer([])
    await write([invited()])
    await expect.poll(unordered, patience).toEqual([])
    await dispatching.stop()
    const last = await readLastPosition(database.db)
    const behind = () => listBehind(database.db, [own, other])
    const progressOf = async ({ name }: Consumer) =>
      (await database.db.transaction().execute((tx) => lockConsumer(tx, name)))!.position
    await database.db.transaction().execute(async (tx) => {
      await lockConsumer(tx, other.name)
      expect(await behind()).toEqual([own.name])
    })
    expect(await progressOf(other)).toBeLessThan(last)
    expect(await behind()).toEqual([own.name])
    expect(await progressOf(other)).toBe(last)
    expect(await progressOf(own)).toBeLessThan(last)
  })

  test('receives events positioned by a server that crashed before delivery', async () => {
    const consumer = recorder('takes-over')
    await addConsumers(database.db, [consumer.name])
    const first = await startServer([])
    const events = inviteMany(120)
    await write(events)
    await expect.poll(unordered, patience).toEqual([])
    await first.stop()
    expect(await handledBy(consumer)).toEqual([])
    await startServer([consumer])
    await expect.poll(() => handledBy(consumer), patience).toEqual(membersOf(events))
  })

  test('continues on another server after a crash within a batch, exactly once', async () => {
    const events = inviteMany(60)
    let deaths = 0
    const consumer = recorder('dies', async ({ payload }, tx) => {
      if (payload.memberUuid !== membersOf(events)[30] || deaths++ > 0) return
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    await startServer([consumer])
    await write(events)
    await expect.poll(() => handledBy(consumer), patience).toEqual(membersOf(events))
    expect(deaths).toBe(2)
  })

  test('that fails for some events blocks neither other events nor other consumers', async () => {
    const events = inviteMany(300)
    const bad = new Set(membersOf(events).filter((_, index) => index % 50 === 7))
    const failing = recorder('failing', ({ payload }) => {
      if (bad.has(payload.memberUuid)) throw new Error('Broken for password=hunter2')
    })
    const healthy = recorder('healthy')
    await startServer([failing, healthy], 1)
    await write(events)
    await expect.poll(() => handledBy(healthy), patience).toEqual(membersOf(events))
    await expect
      .poll(() => handledBy(failing), patience)
      .toEqual(membersOf(events).filter((member) => !bad.has(member)))
    const deadLetters = () =>
      database.db.selectFrom('dead_letter').selectAll().where('job', '=', 'handle-event').execute()
    await expect.poll(async () => (await deadLetters()).length, patience).toBe(bad.size)
    for (const { reason, attempts } of await deadLetters())
      expect({ reason, attempts }).toEqual({ reason: 'Broken for password=***', attempts: 2 })
  })
})

test('10,000 events reach three consumers through two servers, once each and in order', async () => {
  const received = ['flood-1', 'flood-2', 'flood-3'].map((name) => ({ name, members: [] as string[] }))
  const consumers = received.map(({ name, members }) =>
    defineConsumer({
      name,
      types: ['member.invited'],
      async handle(_tx, _context, { payload }) {
        members.push(payload.memberUuid)
      },
    }),
  )
  await startServer(consumers)
  await startServer(consumers)
  const events = inviteMany(10_000)
  for (let start = 0; start < events.length; start += 2_500) await write(events.slice(start, start + 2_500))
  for (const { members } of received) {
    await expect.poll(() => members.length, patience).toBe(events.length)
    expect(members).toEqual(membersOf(events))
  }
})

test('events are deleted when they are old and all consumers have handled them', async () => {
  const own = await freshDatabase()
  onTestFinished(() => own.drop())
  const consumer = recorder('lagging')
  await addConsumers(own.db, [consumer.name])
  await own.db.transaction().execute((tx) => writeEvents(tx, null, inviteMany(3)))
  await sql`update outbox_event set position = sequence, at = now() - interval '31 days' where sequence < 3`.execute(
    own.db,
  )
  await sql`update outbox_position set last_position = 2`.execute(own.db)
  const job = removeOldJobOf([consumer])
  const run = async () => {
    await job.run({ db: own.db, log } as unknown as JobContext, {}, { priority: 'refresh' })
    const rows = await own.db.selectFrom('outbox_event').select('sequence').orderBy('sequence').execute()
    return rows.map(({ sequence }) => sequence)
  }
  expect(await run()).toEqual([1, 2, 3])
  await sql`update outbox_consumer set position = 1`.execute(own.db)
  expect(await run()).toEqual([2, 3])
})
