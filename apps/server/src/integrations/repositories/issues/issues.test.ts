import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { runSchedules } from '#testing/integrations.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import {
  type RepositoryServer,
  startRepositoryServer,
} from '#integrations/repositories/testing/repository-server.ts'
import { type TestMember } from '#testing/test-server.ts'

let admin: TestMember
let params: { accountUuid: string; integration: string }
const remote = forAllTests(startRepositoryServer)
const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
beforeEach(async () => {
  remote.issues.length = 0
  remote.requests.length = 0
  remote.failures.length = 0
  remote.sight.hasRepository = true
  remote.home.name = 'org/app'
  admin = await server.newAccount()
  params = { accountUuid: admin.accountUuid, integration: 'repository-issues' }
})

const setup = async (more: Record<string, string | boolean> = {}) => {
  const body = { url: remote.url, token: remote.token, createsByRule: true, ...more }
  await admin.api.integrations.save({ params, body })
  await server.db.updateTable('integration').set({ last_run_at: new Date() }).execute()
}
const own = () => `${remote.url}/org/app`
const upload = async (packages: string[], url = own()) => {
  await admin.api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), branch: 'main', url },
  })
}
const poll = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 60_000, interval: 200 })
const log = async () => (await admin.api.integrations.deliveries({ params })).deliveries
const whenIdle = () =>
  poll(async () => {
    await server.mailed()
    return (await log()).filter(({ state }) => ['queued', 'sending', 'retrying'].includes(state)).length
  }).toBe(0)
// The fake service is shared: pending work, and what a schedule makes of it later, would consume responses prepared by
// another test.
afterEach(async () => {
  await whenIdle()
  await server.db.deleteFrom('integration').where('account_uuid', '=', admin.accountUuid).execute()
})

const services = ['github', 'gitlab'] as const

describe.each(services)('%s', (service) => {
  test('accepts only a valid token', async () => {
    const body = { service, url: remote.url, token: remote.token }
    expect(await admin.api.integrations.check({ params, body })).toMatchObject({
      message: `${service === 'github' ? 'GitHub' : 'GitLab'} accepts the token of bot`,
    })
    expect(await admin.api.integrations.check({ params, body: { ...body, token: 'wrong' } })).toMatchObject({
      errorType: 'credentialsInvalid',
    })
  })

  test('gets one issue per upgrade, closed when fixed and reopened when it returns', async () => {
    await setup({ service })
    await upload(['lodash@4.17.4'])
    await poll(() => remote.issues.length).toBe(1)
    await whenIdle()
    const [issue] = remote.issues as [RepositoryServer['issues'][0]]
    expect(issue).toMatchObject({ repository: 'org/app', labels: ['assay'], isClosed: false })
    expect(issue.isConfidential).toBe(service === 'gitlab')
    expect(issue.title).toMatch(/^Upgrade lodash 4\.17\.4 to /)
    expect(issue.body).toContain('CVE-')
    await upload(['lodash@4.17.21'])
    await poll(() => issue.isClosed).toBe(true)
    await whenIdle()
    expect(issue.comments).toHaveLength(1)
    expect(issue.comments[0]).toMatch(/^Fixed by/)
    await upload(['lodash@4.17.4'])
    await poll(() => issue.isClosed).toBe(false)
    await whenIdle()
    expect(issue.comments).toHaveLength(2)
    expect(remote.issues).toHaveLength(1)
  })

  test('gets no duplicate if the response was lost', async () => {
    await setup({ service })
    remote.failures.push('cut')
    await upload(['lodash@4.17.4'])
    await poll(async () => (await log()).some(({ result }) => result === 'Created org/app#1')).toBe(true)
    await whenIdle()
    expect(remote.issues).toHaveLength(1)
  })

  test('gets no orphaned open issue if the response was lost and everything was fixed meanwhile', async () => {
    await setup({ service })
    remote.failures.push('cut')
    remote.hooks.beforeResponse = async ({ method }) => {
      if (method !== 'POST') return
      remote.hooks.beforeResponse = undefined
      await upload(['lodash@4.17.21'])
    }
    await upload(['lodash@4.17.4'])
    await poll(() => remote.issues[0]?.isClosed).toBe(true)
    await whenIdle()
    expect(remote.issues).toMatchObject([{ comments: [expect.stringMatching(/^Fixed by/)] }])
  })

  test('gets a new issue for a deleted one', async () => {
    await setup({ service })
    await upload(['lodash@4.17.4'])
    await poll(() => remote.issues.length).toBe(1)
    await whenIdle()
    remote.issues.length = 0
    await upload(['lodash@4.17.21'])
    await poll(async () => (await log()).some(({ result }) => result === 'org/app#1 was deleted')).toBe(true)
    await whenIdle()
    await upload(['lodash@4.17.4'])
    await poll(() => remote.issues.length).toBe(1)
  })

  test('keeps an issue that the token cannot see for a while', async () => {
    await setup({ service })
    await upload(['lodash@4.17.4'])
    await poll(() => remote.issues.length).toBe(1)
    await whenIdle()
    remote.sight.hasRepository = false
    await upload(['lodash@4.17.21'])
    await poll(async () => (await log()).some(({ state }) => state === 'retrying')).toBe(true)
    remote.sight.hasRepository = true
    await poll(() => remote.issues[0]!.isClosed).toBe(true)
  })

  test('keeps its issues when the repository is renamed', async () => {
    await setup({ service })
    await upload(['lodash@4.17.4'])
    await poll(() => remote.issues.length).toBe(1)
    await whenIdle()
    remote.home.name = 'org/renamed'
    remote.issues[0]!.isClosed = true
    await server.db.updateTable('integration').set({ last_run_at: null }).execute()
    await runSchedules(server)
    const tickets = () =>
      server.db
        .selectFrom('ticket')
        .select(['issue_key', 'status'])
        .where('account_uuid', '=', admin.accountUuid)
        .orderBy('created_at')
        .execute()
    await poll(tickets).toEqual([{ issue_key: 'org/app#1', status: 'closed' }])
    await upload(['lodash@4.17.21', 'minimist@0.0.8'])
    await poll(() => remote.issues.length).toBe(2)
    await whenIdle()
    expect(await tickets()).toMatchObject([{ issue_key: 'org/renamed#1' }, { issue_key: 'org/renamed#2' }])
    expect(remote.issues.map(({ comments }) => comments.length)).toEqual([1, 0])
  })

  test('never sends the token to another server, even if redirected there', async () => {
    const other = await startRepositoryServer()
    onTestFinished(() => other.stop())
    const body = { service, url: remote.url, token: remote.token }
    remote.failures.push({ status: 301, headers: { location: `${other.url}/api/v3/user` }, body: {} })
    expect(await admin.api.integrations.check({ params, body })).toMatchObject({
      errorType: 'credentialsInvalid',
    })
    expect(other.requests).toEqual([])
  })

  test('reads the status of issues closed there', async () => {
    await setup({ service })
    await upload(['lodash@4.17.4'])
    await poll(() => remote.issues.length).toBe(1)
    await whenIdle()
    remote.issues[0]!.isClosed = true
    await server.db.updateTable('integration').set({ last_run_at: null }).execute()
    await runSchedules(server)
    const states = () =>
      server.db
        .selectFrom('ticket')
        .select(['status', 'is_done'])
        .where('account_uuid', '=', admin.accountUuid)
        .execute()
    await poll(states).toEqual([{ status: 'closed', is_done: true }])
  })
})

test('gets no issues for projects on other hosts, unless one repository is configured', async () => {
  await setup()
  await upload(['lodash@4.17.4'], 'https://elsewhere.example.org/org/app')
  await whenIdle()
  expect(remote.issues).toEqual([])
  await setup({ repository: 'org/app' })
  await upload(['minimist@0.0.8'], 'https://elsewhere.example.org/org/app')
  await poll(() => remote.issues.length).toBe(1)
})

test('rate limits are respected, also as a 403', async () => {
  await setup()
  remote.failures.push({ status: 403, body: { message: 'You have exceeded a secondary rate limit.' } })
  await upload(['lodash@4.17.4'])
  await poll(async () => (await log()).some(({ state }) => state === 'waiting')).toBe(true)
  expect(remote.issues).toEqual([])
  await runSchedules(server)
  await poll(() => remote.issues.length).toBe(1)
})

test('package names create no mentions and no Markdown', async () => {
  await setup()
  await upload(['@angular/core@10.0.0', 'lodash@4.17.4'])
  await poll(() => remote.issues.length).toBeGreaterThan(0)
  await whenIdle()
  for (const { title, body } of remote.issues) {
    expect(title).not.toMatch(/@\w/)
    expect(body).not.toMatch(/@\w/)
  }
})

test('no response, log or event contains the token', async () => {
  await setup()
  const echo = { status: 400, body: { message: `Bad token ${remote.token}` } }
  // Several, so that the error stays in the log for a while.
  remote.failures.push(echo, echo, echo)
  await upload(['lodash@4.17.4'])
  await poll(async () => (await log()).some(({ result }) => result?.includes('Bad token ***'))).toBe(true)
  const shown = [
    await admin.api.integrations.list({ params }),
    await log(),
    await admin.api.audit.list({ params, query: {} }),
    await server.db.selectFrom('outbox_event').selectAll().execute(),
    await server.db.selectFrom('integration_delivery').selectAll().execute(),
    server.logged(),
  ]
  expect(JSON.stringify(shown)).not.toContain(remote.token)
})

describe('tickets', () => {
  const lodash = { tracker: 'repository-issues', ecosystem: 'npm', packageName: 'lodash' }
  const project = async (url = own()) => {
    const { uuid: projectUuid } = await admin.api.projects.create({ body: { url } })
    return { accountUuid: admin.accountUuid, projectUuid }
  }

  test.each(services)('are created by hand in %s, once', async (service) => {
    await setup({ service, createsByRule: false })
    await upload(['lodash@4.17.4'])
    await whenIdle()
    const of = await project()
    const name = service === 'github' ? 'GitHub' : 'GitLab'
    const trackers = [{ id: 'repository-issues', name }]
    expect(await admin.api.tickets.list({ params: of })).toEqual({ trackers, tickets: [] })
    const create = () => admin.api.tickets.create({ params: of, body: lodash })
    const [ticket] = await Promise.all([create(), create()])
    await whenIdle()
    expect(await create()).toMatchObject({
      uuid: ticket.uuid,
      tracker: 'repository-issues',
      key: 'org/app#1',
    })
    await whenIdle()
    expect(remote.issues).toHaveLength(1)
    expect(remote.issues[0]!.title).toMatch(/^Upgrade lodash 4\.17\.4 to /)
    const { tickets } = await admin.api.tickets.list({ params: of })
    expect(tickets).toMatchObject([{ uuid: ticket.uuid, key: 'org/app#1', branch: 'main' }])
  })

  test('need a service that is connected and has a repository for the project', async () => {
    await upload(['lodash@4.17.4'], 'docker:image')
    const of = await project('docker:image')
    const create = (tracker = lodash.tracker) =>
      admin.api.tickets.create({ params: of, body: { ...lodash, tracker } })
    const all = async () =>
      (await admin.api.tickets.trackers({ params: { accountUuid: of.accountUuid } })).trackers
    expect(await all()).toEqual([])
    const isRejected = async () => {
      expect((await admin.api.tickets.list({ params: of })).trackers).toEqual([])
      await expect(create()).rejects.toMatchObject({ errorType: 'notConfigured' })
    }
    await isRejected()
    await setup({ createsByRule: false })
    expect(await all()).toEqual([{ id: 'repository-issues', name: 'GitHub' }])
    await isRejected()
    await setup({ createsByRule: false, repository: 'org/app' })
    expect(await create()).toMatchObject({ tracker: 'repository-issues' })
    await expect(create('jira')).rejects.toMatchObject({ errorType: 'notConfigured' })
    await expect(create('datadog')).rejects.toMatchObject({ status: 404 })
    await admin.api.integrations.activate({ params, query: { active: 'false' } })
    expect(await all()).toEqual([])
    await isRejected()
  })
})
