import { newOperator } from '#testing/upload-advisories.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import { insertDeadLetter, type NewDeadLetter } from '#platform/queue/dead-letter-store.ts'
import { failureReason } from '#platform/queue/failure-reason.ts'
import { startTestServer } from '#testing/test-server.ts'

const server = testServer()
const operator = forAllTests(() => newOperator(server))

/** A permanently failed job, by default of a queue without workers in these tests. */
async function fail(letter: Partial<NewDeadLetter> = {}): Promise<string> {
  const uuid = randomUUID()
  await insertDeadLetter(server.db, {
    uuid,
    job: 'remove-old-events',
    payload: {},
    reason: 'Broken',
    attempts: 4,
    queuedAt: new Date(),
    ...letter,
  })
  return uuid
}

const failedIn = async (job: string) => (await operator.api.jobs.failed({ query: { job } })).jobs
const patience = { timeout: 60_000, interval: 50 }

describe('an email that cannot be sent', () => {
  test('is listed with the reason but without its text, which is encrypted at rest', async () => {
    const silent = await startTestServer({ withWorker: false, sendsMail: false })
    onTestFinished(() => silent.stop())
    const admin = await newOperator(silent)
    const text = 'https://example.org/password#asyl_secret_of_the_link'
    await silent.db.transaction().execute(async (tx) => {
      await queueEmail(silent.context, tx, { accountUuid: null, to: 'a@example.org', subject: 'Link', text })
      await sql`update queue.job_common set retry_limit = 0 where name = 'send-email'`.execute(tx)
    })
    const failed = () => admin.api.jobs.failed({ query: { job: 'send-email' } })
    await expect.poll(async () => (await failed()).total, patience).toBe(1)
    const [job] = (await failed()).jobs
    expect(job).toMatchObject({
      job: 'send-email',
      reason: 'No mail server is configured',
      attempts: 1,
      payload: { to: 'a@example.org', content: '(encrypted)' },
    })
    const { rows } = await sql<{ stored: string }>`
      select string_agg(row::text, ' ') as stored from (
        select to_jsonb(job) as row from queue.job union all select to_jsonb(dead_letter) from dead_letter
      ) as everything`.execute(silent.db)
    expect(rows[0]!.stored).toContain(job!.uuid)
    expect(rows[0]!.stored).not.toContain('secret_of_the_link')

    await admin.api.jobs.retry({ params: { jobUuid: job!.uuid } })
    expect((await failed()).total).toBe(0)
    const queues = await admin.api.jobs.list({})
    const { queued, running } = queues.find(({ name }) => name === 'send-email')!
    expect(queued + running).toBe(1)
  })
})

test('a failed scan becomes a scan when retried', async () => {
  const member = await server.newAccount()
  await member.api.builds.create({ body: { url: 'https://example.org/retried', branch: 'main' } })
  const { uuid: id } = await server.db
    .selectFrom('build')
    .select('uuid')
    .where('account_uuid', '=', member.accountUuid)
    .executeTakeFirstOrThrow()
  await member.api.builds.submit({ params: { id }, body: { content: 'lodash,4.17.4', language: 'nodejs' } })
  // The state after the last attempt of its job.
  await server.db
    .updateTable('build')
    .set({ state: 'failed', reason: 'Broken' })
    .where('uuid', '=', id)
    .execute()
  const payload = { accountUuid: member.accountUuid, buildUuid: id }
  const jobUuid = await fail({ job: 'scan-build', payload })
  await operator.api.jobs.retry({ params: { jobUuid } })
  const stateOf = async () => {
    const row = server.db.selectFrom('build').select(['state', 'reason']).where('uuid', '=', id)
    return row.executeTakeFirstOrThrow()
  }
  await expect.poll(stateOf, patience).toEqual({ state: 'success', reason: null })
  expect(await failedIn('scan-build')).toEqual([])
})

describe('10,000 failed jobs', () => {
  const job = 'load-demo'
  const unknown = 'of-another-version'
  beforeAll(async () => {
    await sql`
      insert into dead_letter (uuid, job, payload, reason, attempts, queued_at, failed_at)
      select gen_random_uuid(), ${unknown}, '{}', 'Broken ' || number, 1, now(), now() - make_interval(secs => number % 7)
      from generate_series(1, 10000) number`.execute(server.db)
  })

  test('are paged, newest first, each once', async () => {
    const seen: string[] = []
    let after: string | undefined
    let last = Infinity
    for (let page = 0; page < 5; page++) {
      const response = await operator.api.jobs.failed({ query: { job: unknown, limit: '200', after } })
      expect(response.total).toBe(10_000)
      expect(response.jobs).toHaveLength(200)
      for (const each of response.jobs) {
        expect(each.failedAt).toBeLessThanOrEqual(last)
        last = each.failedAt
        seen.push(each.uuid)
      }
      after = response.nextAfter ?? undefined
    }
    expect(new Set(seen).size).toBe(1000)
    const listed = await operator.api.jobs.failed({ query: { limit: '1' } })
    expect(listed.total).toBeGreaterThanOrEqual(10_000)
  })

  test('stay failed on retry if no payload is understood, and are removed on dismiss', async () => {
    expect(await operator.api.jobs.retryAll({ body: { job: unknown } })).toEqual({ retried: 0, kept: 10_000 })
    const [first] = await failedIn(unknown)
    await expect(operator.api.jobs.retry({ params: { jobUuid: first!.uuid } })).rejects.toMatchObject({
      status: 409,
      errorType: 'jobNotRetryable',
    })
    expect(await operator.api.jobs.dismissAll({ body: { job: unknown } })).toEqual({ dismissed: 10_000 })
    expect(await failedIn(unknown)).toEqual([])
    expect(await failedIn(job)).toEqual([])
  })
})

describe('failed jobs', () => {
  test('are retried by queue and run', async () => {
    await fail()
    await fail()
    const other = await fail({ job: 'load-demo', payload: { broken: true } })
    expect(await operator.api.jobs.retryAll({ body: { job: 'remove-old-events' } })).toEqual({
      retried: 2,
      kept: 0,
    })
    const queue = async () =>
      (await operator.api.jobs.list({})).find(({ name }) => name === 'remove-old-events')
    await expect
      .poll(queue, patience)
      .toMatchObject({ queued: 0, running: 0, failed: 0, attempts: 4, schedule: '17 3 * * *' })
    await operator.api.jobs.dismiss({ params: { jobUuid: other } })
    await expect(operator.api.jobs.dismiss({ params: { jobUuid: other } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('are retried once despite concurrent requests', async () => {
    const jobUuid = await fail()
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => operator.api.jobs.retry({ params: { jobUuid } })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('are deleted with their account', async () => {
    const gone = await server.newAccount()
    const uuid = await fail({ job: 'load-demo', payload: { accountUuid: gone.accountUuid } })
    await gone.api.accounts.remove({ params: { accountUuid: gone.accountUuid }, query: { check: 'Test' } })
    expect((await failedIn('load-demo')).map((each) => each.uuid)).not.toContain(uuid)
    await fail({ job: 'load-demo', payload: { accountUuid: gone.accountUuid } })
    expect(await failedIn('load-demo')).toEqual([])
  })

  test('are visible only to administrators of the operator account', async () => {
    const jobUuid = await fail()
    const stranger = await server.newAccount()
    const viewer = await server.addMember(operator, 'Viewer')
    for (const { api } of [stranger, viewer]) {
      const refused = { status: 403 }
      await expect(api.jobs.list({})).rejects.toMatchObject(refused)
      await expect(api.jobs.failed({ query: {} })).rejects.toMatchObject(refused)
      await expect(api.jobs.retry({ params: { jobUuid } })).rejects.toMatchObject(refused)
      await expect(api.jobs.retryAll({ body: {} })).rejects.toMatchObject(refused)
      await expect(api.jobs.dismiss({ params: { jobUuid } })).rejects.toMatchObject(refused)
      await expect(api.jobs.dismissAll({ body: {} })).rejects.toMatchObject(refused)
    }
    expect((await failedIn('remove-old-events')).map(({ uuid }) => uuid)).toContain(jobUuid)
  })
})

describe('an error message', () => {
  test.each([
    ['connect to https://user:hunter2@example.org/x failed', 'connect to https://example.org/x failed'],
    ['401 for Authorization: Bearer abcdefgh12345678', '401 for Authorization: ***'],
    ['the link asyl_abcdefghijkl is over', 'the link *** is over'],
    ['password=hunter2&x=1', 'password=***&x=1'],
    ['first line\nsecond line', 'first line'],
    ['', 'Unknown error'],
  ])('%j is redacted to %j', (message, told) => {
    expect(failureReason(new Error(message))).toBe(told)
  })
})
