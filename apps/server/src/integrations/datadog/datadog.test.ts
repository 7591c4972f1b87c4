import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { type DatadogServer, startDatadogServer } from '#integrations/datadog/testing/datadog-server.ts'
import { enableFeatures, runSchedules } from '#testing/integrations.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

let datadog: DatadogServer
const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })

let admin: TestMember
let params: { accountUuid: string }
beforeEach(async () => {
  // One per test: a delivery of the previous test may still be in progress.
  datadog = await startDatadogServer()
  admin = await server.newAccount()
  params = { accountUuid: admin.accountUuid }
  await enableFeatures(server, admin)
})
afterEach(() => datadog.stop())

const setup = async (more: object = {}) => {
  const body = { address: datadog.url, apiKey: datadog.apiKey, ...more }
  await admin.api.datadog.saveSetup({ params, body })
  // Otherwise the schedule of the running server would send as well.
  await server.db.updateTable('integration').set({ last_run_at: new Date() }).execute()
}
const upload = (packages: string[]) =>
  admin.api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), branch: 'main', url: 'https://github.com/org/app' },
  })
const history = () => admin.api.datadog.history({ params })
const whenDone = (count: number) =>
  expect
    .poll(
      async () => (await history()).filter(({ state }) => ['delivered', 'failed'].includes(state)).length,
      {
        timeout: 60_000,
      },
    )
    .toBe(count)
const values = (metric: string) =>
  [...datadog.points.values()]
    .filter((point) => point.metric === `meterian.projects.${metric}`)
    .map(({ tags, value }) => [...tags, value].join(' '))
    .toSorted()

describe('datadog.checkCredentials', () => {
  test('accepts a valid key', async () => {
    const body = { address: datadog.url, apiKey: datadog.apiKey }
    expect(await admin.api.datadog.checkCredentials({ params, body })).toMatchObject({ isValid: true })
  })

  test("returns 400 with the specification's message for an invalid key", async () => {
    const response = await fetch(
      `${server.url}/api/v1/integrations/datadog/accounts/${params.accountUuid}/credentials-check`,
      {
        method: 'POST',
        headers: { authorization: admin.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ address: datadog.url, apiKey: 'wrong' }),
      },
    )
    expect([response.status, await response.json()]).toEqual([
      400,
      { errorType: 'credentialsInvalid', message: 'Credentials not valid' },
    ])
  })

  test('uses the stored key only for the stored address', async () => {
    await setup()
    expect(await admin.api.datadog.checkCredentials({ params, body: {} })).toMatchObject({ isValid: true })
    const elsewhere = { address: 'http://127.0.0.1:9' }
    expect(await admin.api.datadog.checkCredentials({ params, body: elsewhere })).toMatchObject({
      errorType: 'secretMissing',
    })
  })

  test('reports that Datadog cannot be reached', async () => {
    const body = { address: 'http://127.0.0.1:1', apiKey: 'x' }
    await expect(admin.api.datadog.checkCredentials({ params, body })).rejects.toMatchObject({ status: 502 })
  })
})

describe('datadog.saveSetup and setup', () => {
  test('keep omitted fields and never return the key', async () => {
    await setup({ prefix: 'ours' })
    const saved = await admin.api.datadog.saveSetup({ params, body: { sendsAges: false } })
    expect(saved).toMatchObject({ prefix: 'ours', sendsAges: false, hasApiKey: true, isActive: true })
    expect(await admin.api.datadog.setup({ params })).toEqual(saved)
    expect(JSON.stringify(saved)).not.toContain(datadog.apiKey)
    const { secrets } = await server.db
      .selectFrom('integration')
      .select('secrets')
      .where('account_uuid', '=', params.accountUuid)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(secrets!).includes(datadog.apiKey)).toBe(false)
  })

  test('require a key at first, and again for another address', async () => {
    const body = { address: datadog.url }
    await expect(admin.api.datadog.saveSetup({ params, body })).rejects.toMatchObject({
      errorType: 'secretMissing',
      message: 'API key is missing',
    })
    await setup()
    await expect(
      admin.api.datadog.saveSetup({ params, body: { address: 'http://127.0.0.1:9' } }),
    ).rejects.toMatchObject({ errorType: 'secretMissing' })
  })
})

describe('datadog.sendNow and history', () => {
  test('send scores, open vulnerabilities by severity, ages and fixes, with the names of the public exporter', async () => {
    await upload(['lodash@4.17.4'])
    const before = await upload(['lodash@4.17.4'])
    await setup({ sendsAfterScans: false })
    const delivery = await admin.api.datadog.sendNow({ params })
    expect(delivery).toMatchObject({ state: 'queued', subject: 'All projects' })
    await whenDone(1)
    expect(await history()).toMatchObject([{ uuid: delivery.uuid, state: 'delivered', attempts: 1 }])
    const of = 'project:github.com/org/app branch:main'
    expect(values('scores.security')).toEqual([`${of} ${before.security}`])
    const open = values('vulns')
    expect(open.map((line) => line.replace(/ \d+$/, ''))).toEqual(
      ['CRITICAL', 'HIGH', 'LOW', 'MEDIUM'].map((severity) => `${of} severity:${severity}`),
    )
    const total = open.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    expect(total).toBeGreaterThan(0)
    const ages = datadog.distributions.flatMap((each) => each.values)
    expect(ages).toHaveLength(total)
    expect(datadog.distributions.every(({ metric }) => metric === 'meterian.vulns.age.distribution')).toBe(
      true,
    )
  })

  test('count each fix once, however often metrics are sent', async () => {
    await setup({ sendsAfterScans: false })
    await upload(['lodash@4.17.4'])
    await upload(['lodash@4.17.21'])
    const fixes = () =>
      [...datadog.points.values()]
        .filter(({ metric }) => metric === 'meterian.projects.fixes')
        .reduce((sum, { value }) => sum + value, 0)
    await admin.api.datadog.sendNow({ params })
    await whenDone(1)
    const counted = fixes()
    expect(counted).toBeGreaterThan(0)
    await admin.api.datadog.sendNow({ params })
    await whenDone(2)
    expect(fixes()).toBe(counted)
  })

  test('are rejected while Datadog is not set up', async () => {
    await expect(admin.api.datadog.sendNow({ params })).rejects.toMatchObject({ errorType: 'notConfigured' })
  })

  test('a scan sends its branch', async () => {
    await setup()
    await upload(['lodash@4.17.4'])
    await whenDone(1)
    expect(await history()).toMatchObject([
      { subject: 'https://github.com/org/app main', state: 'delivered' },
    ])
    expect(values('scores.security')).toHaveLength(1)
  })

  test('the schedule sends all branches once a day', async () => {
    await upload(['lodash@4.17.4'])
    await setup({ sendsAfterScans: false })
    await server.db
      .updateTable('integration')
      .set({ last_run_at: new Date(Date.now() - 86_400_001) })
      .execute()
    await runSchedules(server)
    await whenDone(1)
    await runSchedules(server)
    expect(await history()).toHaveLength(1)
  })

  test('if there are more branches than allowed, the most recently scanned are sent, and the log says so', async () => {
    await upload(['lodash@4.17.4'])
    await admin.api.uploads.intoNew({
      body: {
        file: filePart(npmInventory(['left-pad@1.3.0'])),
        branch: 'main',
        url: 'https://github.com/org/newer',
      },
    })
    await setup({ sendsAfterScans: false, maxBranches: 1 })
    await admin.api.datadog.sendNow({ params })
    await whenDone(1)
    expect(values('scores.security')).toEqual(['project:github.com/org/newer branch:main 100'])
    expect((await history())[0]!.result).toContain('1 of 2, those scanned last')
  })
})

test('scans send no more branches than allowed, and the log says which are not sent', async () => {
  const scan = async (name: string) => {
    const url = `https://github.com/org/${name}`
    await admin.api.uploads.intoNew({
      body: { file: filePart(npmInventory(['left-pad@1.3.0'])), branch: 'main', url },
    })
    await server.mailed()
  }
  const sent = () => new Set(values('scores.security').map((line) => line.split(' ')[0]))
  await setup({ maxBranches: 2 })
  for (const name of ['one', 'two', 'three', 'one']) await scan(name)
  await whenDone(4)
  expect(sent()).toEqual(new Set(['project:github.com/org/one', 'project:github.com/org/two']))
  const results = (await history()).map(({ subject, result }) => `${subject}: ${result}`)
  expect(results).toContainEqual(
    expect.stringMatching(
      /^https:\/\/github\.com\/org\/three main: Not sent: the allowed number of branches, 2,/,
    ),
  )
  // Sent the day before, so others can replace them.
  await sql`update datadog_branch set fixes_until = fixes_until - interval '26 hours'
    where account_uuid = ${params.accountUuid}`.execute(server.db)
  await scan('three')
  await whenDone(5)
  expect(sent()).toContain('project:github.com/org/three')
})

describe('while Datadog fails', () => {
  const points = () => [...datadog.points.values()].length
  beforeEach(async () => {
    await upload(['lodash@4.17.4'])
    await setup({ sendsAfterScans: false })
  })

  test('an error is retried without counting anything twice', async () => {
    datadog.failures.push({ status: 500, body: 'broken' }, { status: 502, body: '<html>' })
    await admin.api.datadog.sendNow({ params })
    await whenDone(1)
    expect(await history()).toMatchObject([{ state: 'delivered', attempts: 3 }])
    expect(datadog.distributions).toHaveLength(
      new Set(datadog.distributions.map((each) => each.tags.join())).size,
    )
  })

  test('sending now tries a failed delivery again at once, and never queues two', async () => {
    datadog.failures.push({ status: 500, body: 'broken' })
    await admin.api.datadog.sendNow({ params })
    await expect.poll(async () => (await history())[0]?.state).toBe('retrying')
    // As after many attempts: the next one is hours away.
    await expect
      .poll(async () => {
        const { numAffectedRows } = await sql`update queue.job set start_after = now() + interval '3 hours'
              where name = 'deliver-to-integration' and state = 'retry'
                and data ->> 'accountUuid' = ${params.accountUuid}`.execute(server.db)
        return Number(numAffectedRows)
      })
      .toBe(1)
    const listed = await admin.api.integrations.list({ params })
    expect(listed.find(({ id }) => id === 'datadog')).toMatchObject({ pending: 1, retrying: 1, failed: 0 })
    const deliveries = await Promise.all(
      Array.from({ length: 5 }, () => admin.api.datadog.sendNow({ params })),
    )
    expect(new Set(deliveries.map(({ uuid }) => uuid)).size).toBe(1)
    await whenDone(2)
    expect(await history()).toMatchObject([{ state: 'delivered' }, { state: 'delivered', attempts: 2 }])
  })

  test('a lost response does not duplicate a series or a distribution', async () => {
    // The series are accepted twice with the same time; the response for the distribution is lost.
    datadog.failures.push('cut')
    await admin.api.datadog.sendNow({ params })
    await whenDone(1)
    // Two of the scores: no releases are known, so stability was not measured. Coverage, and four severities.
    expect(points()).toBe(2 + 2 + 4)
    expect(values('coverage.checked')).toEqual(values('coverage.listed'))
    const sent = datadog.distributions.length
    expect(sent).toBeGreaterThan(0)
    const before = datadog.distributions.map((each) => each.tags.join())
    expect(new Set(before).size).toBe(before.length)
  })

  test('after an hour of outage, a lost response does not count a fix twice', async () => {
    await upload(['lodash@4.17.21'])
    datadog.failures.push({ status: 429, headers: { 'retry-after': '120' }, body: { errors: ['Too many'] } })
    await admin.api.datadog.sendNow({ params })
    await expect.poll(async () => (await history())[0]?.state).toBe('waiting')
    await sql`update integration_delivery set progress = progress ||
      jsonb_build_object('at', (progress ->> 'at')::bigint - 3600) where account_uuid = ${params.accountUuid}`.execute(
      server.db,
    )
    datadog.failures.push('cut')
    await runSchedules(server)
    await whenDone(1)
    const fixes = [...datadog.points.values()].filter(({ metric }) => metric === 'meterian.projects.fixes')
    expect(fixes.length).toBeGreaterThan(0)
    expect(new Set(fixes.map(({ tags }) => tags.join())).size).toBe(fixes.length)
  })

  const fixesSent = () =>
    [...datadog.points.values()].filter(({ metric }) => metric === 'meterian.projects.fixes')
  /** As after an outage of an hour. */
  const passHour = () =>
    sql`update integration_delivery set progress = progress ||
      jsonb_build_object('at', (progress ->> 'at')::bigint - 3600) where account_uuid = ${params.accountUuid}`.execute(
      server.db,
    )
  const retrying = () =>
    expect.poll(async () => (await history())[0]?.state, { interval: 20 }).toBe('retrying')

  test('fixes that may have arrived before an hour of outage are not counted again', async () => {
    await upload(['lodash@4.17.21'])
    datadog.failures.push('cut', { status: 500, body: 'broken' })
    await admin.api.datadog.sendNow({ params })
    await retrying()
    await passHour()
    await whenDone(1)
    expect(fixesSent().length).toBeGreaterThan(0)
    expect(new Set(fixesSent().map(({ tags }) => tags.join())).size).toBe(fixesSent().length)
  })

  test('fixes are counted after an hour in which there was no connection', async () => {
    await upload(['lodash@4.17.21'])
    await setup({ sendsAfterScans: false, address: 'http://127.0.0.1:1' })
    await admin.api.datadog.sendNow({ params })
    await retrying()
    await passHour()
    await setup({ sendsAfterScans: false })
    await whenDone(1)
    expect(fixesSent().length).toBeGreaterThan(0)
    expect(datadog.distributions.every(({ values: ages }) => ages.length > 0)).toBe(true)
  })

  test('points older than an hour are sent with a new time', async () => {
    datadog.failures.push({ status: 429, headers: { 'retry-after': '120' }, body: { errors: ['Too many'] } })
    await admin.api.datadog.sendNow({ params })
    await expect.poll(async () => (await history())[0]?.state).toBe('waiting')
    await passHour()
    await runSchedules(server)
    await whenDone(1)
    expect(values('scores.security')).toHaveLength(1)
  })

  test('a distribution with unknown result is not sent again', async () => {
    const ages = () =>
      datadog.requests.filter(({ url }) => url.pathname.endsWith('distribution_points')).length
    datadog.failures.push({ status: 202, body: { errors: [] } }, 'cut')
    await admin.api.datadog.sendNow({ params })
    await whenDone(1)
    expect(ages()).toBe(1)
  })

  test('Retry-After is respected', async () => {
    datadog.failures.push({ status: 429, headers: { 'retry-after': '120' }, body: { errors: ['Too many'] } })
    await admin.api.datadog.sendNow({ params })
    await expect.poll(async () => (await history())[0]?.state).toBe('waiting')
    const [waiting] = await history()
    expect(waiting!.notBefore! - Date.now()).toBeGreaterThan(60_000)
    const { length } = datadog.requests
    await admin.api.datadog.sendNow({ params })
    await expect.poll(async () => (await history())[0]?.state).toBe('waiting')
    expect(datadog.requests).toHaveLength(length)
    await expect
      .poll(async () => {
        await runSchedules(server)
        return (await history()).filter(({ state }) => state === 'delivered').length
      })
      .toBeGreaterThanOrEqual(2)
  })

  test('a rejected key is reported without the key', async () => {
    const rejection = { status: 403, body: { errors: [`Forbidden ${datadog.apiKey}`] } }
    datadog.failures.push(...Array.from({ length: 20 }, () => rejection))
    await admin.api.datadog.sendNow({ params })
    await expect.poll(async () => (await history())[0]?.result ?? '').toContain('API key')
    expect(JSON.stringify(await history())).not.toContain(datadog.apiKey)
  })
})
