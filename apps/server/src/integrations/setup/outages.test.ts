import { sql } from 'kysely'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { startDatadogServer } from '#integrations/datadog/testing/datadog-server.ts'
import { startDatatrailsServer } from '#integrations/datatrails/testing/datatrails-server.ts'
import { enableFeatures } from '#testing/integrations.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startJiraServer } from '#integrations/jira/testing/jira-server.ts'
import type { ServiceResponse, ServiceRequest, ServiceServer } from '#testing/outside-server.ts'
import { startRepositoryServer } from '#integrations/repositories/testing/repository-server.ts'
import { startTestServer, type TestClient, type TestServer } from '#testing/test-server.ts'
import { killProcess, sharedKey, startWorkerProcess } from '#testing/worker-process.ts'
import { jobs } from '#jobs.ts'
import type { Database } from '#platform/database/database.ts'

const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })

interface Outside {
  integration: string
  service: ServiceServer
  settings: Record<string, string | boolean>
  /** The request that changes something at the service. */
  sends(request: ServiceRequest): boolean
  /** Received requests in order. Throws if any arrived twice. */
  arrived(): string[]
}

const once = (all: readonly string[]): string[] => {
  expect(all).toEqual([...new Set(all)])
  return [...all]
}
/** 'Fixed' and 'back' from comments, each with the marker of its round. */
const toldBy = (comments: readonly unknown[]) =>
  once(comments.map((each) => JSON.stringify(each))).map((text) => (/Fixed/.test(text) ? 'fixed' : 'back'))

const kinds: Record<string, () => Promise<Outside>> = {
  async jira() {
    const service = await startJiraServer()
    return {
      integration: 'jira',
      service,
      settings: {
        url: service.url,
        email: 'bot@example.org',
        apiToken: service.apiToken,
        jiraProject: 'ABC',
        createsByRule: true,
        minSeverity: 'low',
      },
      sends: ({ method, url }) => method === 'POST' && url.pathname.endsWith('/issue'),
      arrived: () =>
        once(service.issues.map(({ fields }) => fields.labels.join())).flatMap((_, index) => {
          const { comments, status, links } = service.issues[index]!
          return ['issue', ...toldBy(comments), status, ...links.keys().map(() => 'link')]
        }),
    }
  },
  async datadog() {
    const service = await startDatadogServer()
    return {
      integration: 'datadog',
      service,
      settings: { address: service.url, apiKey: service.apiKey },
      sends: ({ url }) => url.pathname.endsWith('/series'),
      arrived() {
        const points = [...service.points.values()]
        const fixes = points.filter(({ metric }) => metric.endsWith('.fixes'))
        once(fixes.map(({ tags }) => tags.join()))
        const last = Math.max(...points.map(({ at }) => at))
        const open = points.filter(({ metric, at }) => metric.endsWith('.vulns') && at === last)
        return [open, fixes].map((of) => String(of.reduce((sum, { value }) => sum + value, 0)))
      },
    }
  },
  'datatrails events': () => ledgerOf('events'),
  'datatrails hub': () => ledgerOf('hub'),
  github: () => repositoryOf('github'),
  gitlab: () => repositoryOf('gitlab'),
}

async function ledgerOf(protocol: 'events' | 'hub'): Promise<Outside> {
  const service = await startDatatrailsServer()
  return {
    integration: 'rkvst',
    service,
    settings: { url: service.url, clientId: 'client', clientSecret: service.secret, protocol },
    sends: ({ method, url }) => method === 'POST' && /\/(?:events|sboms)$/.test(url.pathname),
    arrived: () =>
      protocol === 'hub'
        ? once(service.sboms.map(({ unique_id }) => unique_id)).map((_, index) =>
            versionIn(service.sboms[index]!.document),
          )
        : releasesOf(service),
  }
}

function releasesOf({ assets, blobs }: Awaited<ReturnType<typeof startDatatrailsServer>>): string[] {
  expect(assets.length).toBeLessThan(2)
  const events = assets.flatMap((asset) => asset.events.map(({ event_attributes }) => event_attributes))
  once(events.map((event) => `${String(event['arc_display_type'])} ${String(event['sbom_uuid'])}`))
  return events.map((event) => {
    const { arc_blob_identity: blob } = event['sbom_file'] as { arc_blob_identity: string }
    return versionIn(JSON.parse(blobs[Number(blob.replace('blobs/', '')) - 1]!))
  })
}

const versionIn = (document: unknown) =>
  (document as { components: { version: string }[] }).components[0]?.version ?? 'none'

async function repositoryOf(kind: 'github' | 'gitlab'): Promise<Outside> {
  const service = await startRepositoryServer()
  return {
    integration: 'repository-issues',
    service,
    settings: {
      service: kind,
      url: service.url,
      token: service.token,
      repository: 'org/app',
      createsByRule: true,
      minSeverity: 'low',
    },
    sends: ({ method, url }) => method === 'POST' && url.pathname.endsWith('/issues'),
    arrived: () =>
      once(service.issues.map(({ title }) => title)).flatMap((_, index) => {
        const { comments, isClosed } = service.issues[index]!
        return ['issue', ...toldBy(comments), isClosed ? 'closed' : 'open']
      }),
  }
}

interface Installed {
  api: TestClient
  accountUuid: string
  url: string
}

async function install(
  { api, accountUuid, url }: Installed,
  { integration, settings }: Outside,
  { mailed }: TestServer = server,
) {
  const params = { accountUuid, integration }
  await api.integrations.save({ params, body: settings })
  if (integration !== 'rkvst') return
  const { uuid: projectUuid } = await api.uploads.intoNew({
    body: { file: filePart(npmInventory([])), branch: 'main', url },
  })
  await mailed()
  await api.rkvst.link({ params: { accountUuid, projectUuid, branch: 'main' } })
}

const poll = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 120_000, interval: 100 })

const vulnerable = ['lodash@4.17.4']
const fixed = ['lodash@4.17.21']
const upload = ({ api, url }: Installed, packages: string[]) =>
  api.uploads.intoNew({ body: { file: filePart(npmInventory(packages)), branch: 'main', url } })
const logOf = async ({ api, accountUuid }: Installed, { integration }: Outside) =>
  (await api.integrations.deliveries({ params: { accountUuid, integration } })).deliveries

const earlier = (field: string, seconds: number) => sql`
  case when progress ->> ${field} is not null
    then jsonb_build_object(${field}::text, (progress ->> ${field})::float8 - ${seconds * 1000}) else '{}' end`

/** Moves everything that waits closer by so many seconds. */
async function passTime(db: Database, seconds: number): Promise<void> {
  const interval = sql`make_interval(secs => ${seconds})`
  for (const statement of [
    sql`update integration_delivery set not_before = not_before - ${interval}, created_at = created_at - ${interval},
      progress = progress
        || case when progress ? 'at' then jsonb_build_object('at', (progress ->> 'at')::float8 - ${seconds}) else '{}' end
        || ${earlier('attemptedAt', seconds)} || ${earlier('assetAttemptedAt', seconds)}
      where finished_at is null`,
    sql`update integration set paused_until = paused_until - ${interval}`,
    sql`update ticket set attempted_at = attempted_at - ${interval}`,
    sql`update queue.job set start_after = start_after - ${interval}
      where name = 'deliver-to-integration' and state in ('created', 'retry')`,
  ])
    await statement.execute(db)
}

async function wait(minutes: number): Promise<void> {
  await passTime(server.db, minutes * 60)
  await jobs.find(({ name }) => name === 'run-integrations')!.run(server.context, {}, { priority: 'refresh' })
  await server.mailed()
}

async function newAccount(outside: Outside): Promise<Installed> {
  onTestFinished(() => outside.service.stop())
  const admin = await server.newAccount()
  await enableFeatures(server, admin)
  const installed = { ...admin, url: 'https://github.com/org/app' }
  await install(installed, outside)
  // The scheduled delivery is not part of these tests.
  await server.db.updateTable('integration').set({ last_run_at: new Date() }).execute()
  return installed
}

const ways: [string, ServiceResponse | 'cut'][] = [
  ['cannot be reached', { status: 0, isCut: true }],
  ['answers 500', { status: 500, body: 'broken' }],
  ['answers 429', { status: 429, headers: { 'retry-after': '600' }, body: 'later' }],
  ['answers with the page of a proxy', { status: 502, body: '<html>' }],
  ['takes everything, but its answers are lost', 'cut'],
]

/** Expected requests: each one once, the final state last. */
const expected: Record<string, unknown> = {
  jira: ['issue', 'To Do', 'link'],
  datadog: [expect.stringMatching(/^[1-9]/), expect.stringMatching(/^[1-9]/)],
  'datatrails events': ['4.17.4', '4.17.21', '4.17.4'],
  'datatrails hub': ['4.17.4', '4.17.21', '4.17.4'],
  github: ['issue', 'open'],
  gitlab: ['issue', 'open'],
}

test('nothing waits for a slow service, not even other deliveries', async () => {
  const slow = await kinds['jira']!()
  const installed = await newAccount(slow)
  const datadog = await kinds['datadog']!()
  onTestFinished(() => datadog.service.stop())
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  slow.service.hooks.beforeResponse = () => released
  for (let number = 0; number < 10; number++)
    await upload({ ...installed, url: `https://github.com/org/app-${number}` }, vulnerable)
  await poll(() => slow.service.requests.length).toBe(1)
  // Otherwise a late event of these uploads is sent to Datadog, too.
  await server.mailed()
  await install(installed, datadog)
  await upload(installed, vulnerable)
  await poll(async () => (await logOf(installed, datadog)).map(({ state }) => state)).toEqual(['delivered'])
  // One request at a time.
  expect(slow.service.requests).toHaveLength(1)
  release()
  await poll(() => slow.arrived().filter((each) => each === 'link').length).toBe(11)
})

test('a delivery that is rejected individually does not delay others', async () => {
  const ledger = await kinds['datatrails events']!()
  const installed = await newAccount(ledger)
  ledger.service.failures.push(...Array.from({ length: 50 }, () => ({ status: 400, body: 'not this one' })))
  await upload(installed, vulnerable)
  // Not what other tests' services, which are gone, are still to get.
  const putOff = async () =>
    (
      await sql`update queue.job set start_after = now() + interval '1 hour'
        where name = 'deliver-to-integration' and state = 'retry'
          and data ->> 'accountUuid' = ${installed.accountUuid}`.execute(server.db)
    ).numAffectedRows
  await poll(putOff).toBe(1n)
  ledger.service.failures.length = 0
  await upload(installed, fixed)
  const states = async () => (await logOf(installed, ledger)).map(({ state }) => state)
  await poll(states).toEqual(['delivered', 'retrying'])
})

describe.each(Object.keys(kinds))('%s is down for an hour', (name) => {
  test.each(ways)('and %s: everything arrives once it is back, nothing twice', async (_way, failure) => {
    const outside = await kinds[name]!()
    const installed = await newAccount(outside)
    const { service } = outside
    for (const packages of [vulnerable, fixed, vulnerable]) {
      service.failures.push(...Array.from({ length: 500 }, () => failure))
      await upload(installed, packages)
      await server.mailed()
      for (const minutes of [10, 10]) await wait(minutes)
    }
    service.failures.length = 0
    const states = async () => [...new Set((await logOf(installed, outside)).map(({ state }) => state))]
    const waitOn = async () => {
      await wait(10)
      return states()
    }
    await poll(waitOn).toEqual(['delivered'])
    expect(outside.arrived().filter((each) => !['fixed', 'back'].includes(each))).toEqual(expected[name])
  })
})

describe('a delivery that a killed process was sending', () => {
  let web: TestServer
  let folder: string
  const workers: ChildProcess[] = []
  const interrupted = new Map<string, { outside: Outside; installed: Installed }>()
  const startWorker = () => {
    const settings = { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' }
    const worker = startWorkerProcess({ connection: web.database.connection, folder, settings })
    workers.push(worker)
    return worker
  }

  // One process is killed while it sends something to every service.
  beforeAll(async () => {
    const settings = { ...sharedKey, ASSAY_ALLOW_PRIVATE_NETWORKS: 'true', ASSAY_SCAN_WAIT_SECONDS: '60' }
    web = await startTestServer({ withWorker: false, withEmails: false, settings })
    folder = await mkdtemp(join(tmpdir(), 'assay-data-'))
    const first = startWorker()
    for (const [name, start] of Object.entries(kinds)) {
      const outside = await start()
      const admin = await web.newAccount()
      await enableFeatures(web, admin)
      const installed = { ...admin, url: 'https://github.com/org/app' }
      interrupted.set(name, { outside, installed })
      await install(installed, outside, web)
    }
    const { promise: killed, resolve } = Promise.withResolvers<void>()
    const sending = new Set<string>()
    for (const [name, { outside }] of interrupted)
      outside.service.hooks.beforeResponse = async (request) => {
        if (!outside.sends(request)) return
        sending.add(name)
        if (sending.size === interrupted.size) resolve(killProcess(first))
        await killed
      }
    for (const { installed } of interrupted.values()) await upload(installed, vulnerable)
    await killed
    for (const { outside } of interrupted.values()) outside.service.hooks.beforeResponse = undefined
    startWorker()
  }, 300_000)
  afterAll(async () => {
    for (const worker of workers) await killProcess(worker)
    for (const { outside } of interrupted.values()) await outside.service.stop()
    await web.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test.each(Object.keys(kinds))('to %s is finished by the next one, once', async (name) => {
    const { outside, installed } = interrupted.get(name)!
    const states = async () => (await logOf(installed, outside)).map(({ state }) => state)
    await expect
      .poll(async () => new Set(await states()), { timeout: 180_000, interval: 500 })
      .toEqual(new Set(['delivered']))
    expect(outside.arrived().filter((each) => each !== '0')).not.toEqual([])
  })
})
