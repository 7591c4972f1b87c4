import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { notifyMember } from '#accounts/member-emails/notify-member.ts'
import { accountScope } from '#auth/scope.ts'
import { sendEmailJob } from '#platform/email/send-email-job.ts'
import { addConsumers } from '#platform/outbox/store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { killProcess, startWorkerProcess } from '#testing/worker-process.ts'

// Kills a real worker process while it scans.

const folder = temporaryFolder()
const server = testServer({ withWorker: false })
const workers: ChildProcess[] = []
/** Recipients of emails sent by the processes. */
const printed: string[] = []
afterAll(async () => {
  for (const worker of workers) await killProcess(worker)
})

/** Prints emails. */
function startWorker({ database }: TestServer = server): ChildProcess {
  const worker = startWorkerProcess({ connection: database.connection, folder })
  worker.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const [, to] of text.matchAll(/^Mail to (\S+):/gm)) printed.push(to!)
  })
  workers.push(worker)
  return worker
}

test('every build of a killed process is soon finished by another one, as one scan', async () => {
  const member = await server.newAccount()
  const packages = Array.from({ length: 3_000 }, (_, number) => `p${number}@1.0.0`)
  const uploads = 12
  for (let number = 0; number < uploads; number++)
    await member.api.uploads.intoNew({
      body: {
        file: filePart(npmInventory([...packages, 'lodash@4.17.4'])),
        url: `https://example.org/killed-${number}`,
        branch: 'main',
        wait: 'false',
      },
    })
  const uuidsIn = async (state: 'scanning' | 'success') => {
    const rows = await server.db.selectFrom('build').select('uuid').where('state', '=', state).execute()
    return new Set(rows.map(({ uuid }) => uuid))
  }
  const first = startWorker()
  await expect.poll(async () => (await uuidsIn('scanning')).size, { interval: 5 }).toBeGreaterThan(1)
  await killProcess(first)
  const interrupted = await uuidsIn('scanning')
  expect(interrupted.size).toBeGreaterThan(1)

  startWorker()
  await expect
    .poll(async () => interrupted.isSubsetOf(await uuidsIn('success')), { timeout: 120_000, interval: 200 })
    .toBe(true)
  await expect
    .poll(async () => (await uuidsIn('success')).size, { timeout: 120_000, interval: 200 })
    .toBe(uploads)
  const scans = await server.db.selectFrom('scan').select('build_uuid').execute()
  expect(scans).toHaveLength(uploads)
})

test('the end of its process uses up no attempt of a build', async () => {
  const { api } = await server.newAccount()
  const file = filePart(npmInventory(['lodash@4.17.4']))
  const body = { file, url: 'https://example.org/ended', branch: 'main', wait: 'false' as const }
  const { id } = await api.uploads.intoNew({ body })
  // As after the sixth end of a process during this build.
  const { rows } = await sql`
    update queue.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute',
      retry_count = retry_limit
    where data->>'buildUuid' = ${id} returning id`.execute(server.db)
  expect(rows).toHaveLength(1)
  startWorker()
  await expect
    .poll(async () => (await api.builds.get({ params: { id } })).status, { timeout: 100_000, interval: 200 })
    .toBe('success')
  expect(await server.db.selectFrom('dead_letter').select('uuid').execute()).toEqual([])
})

test(
  'every email a killed process had started to send is sent by another one, with few duplicates',
  { timeout: 300_000 },
  async () => {
    const silent = await startTestServer({ withWorker: false, withEmails: false })
    onTestFinished(() => silent.stop())
    const { accountUuid, uuid: memberUuid } = await silent.newAccount()
    const emails = Array.from({ length: 200 }, (_, number) => `member-${number}@example.org`)
    await silent.db.transaction().execute(async (tx) => {
      for (const email of emails)
        await notifyMember(tx, accountScope(accountUuid), { memberUuid, email, notice: 'passwordChanged' })
    })
    // A consumer starts with events written after it was added.
    await addConsumers(silent.db, ['member-notices'])
    const first = startWorker(silent)
    await expect.poll(() => printed.length, { timeout: 100_000, interval: 5 }).toBeGreaterThan(0)
    await killProcess(first)

    startWorker(silent)
    await expect.poll(() => new Set(printed).size, { timeout: 200_000, interval: 200 }).toBe(emails.length)
    // Emails being sent when the process was killed.
    expect(printed.length - emails.length).toBeLessThanOrEqual(sendEmailJob.concurrency)
  },
)
