import { createHmac, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { enableFeatures, runSchedules } from '#testing/integrations.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type JiraServer, startJiraServer } from '#integrations/jira/testing/jira-server.ts'
import { accountScope } from '#auth/scope.ts'
import { claimCreation } from '#integrations/tickets/store.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
const jira = forAllTests(startJiraServer)

let admin: TestMember
let params: { accountUuid: string }
const secret = 'webhook-canary-0123456789'
beforeEach(async () => {
  jira.issues.length = 0
  jira.requests.length = 0
  jira.failures.length = 0
  jira.unindexed.clear()
  jira.required.clear()
  jira.screen.clear()
  jira.hooks.beforeResponse = undefined
  jira.sight.hasProject = true
  admin = await server.newAccount()
  params = { accountUuid: admin.accountUuid }
  await enableFeatures(server, admin)
})

const setup = async (more: object = {}) => {
  const body = {
    url: jira.url,
    email: 'bot@example.org',
    apiToken: jira.apiToken,
    jiraProject: 'ABC',
    ...more,
  }
  const saved = await admin.api.jira.saveConfig({ params, body })
  await server.db.updateTable('integration').set({ last_run_at: new Date() }).execute()
  return saved
}
const upload = async (packages: string[]) => {
  const { uuid } = await admin.api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), branch: 'main', url: 'https://github.com/org/app' },
  })
  return { ...params, projectUuid: uuid }
}
const lodash = { ecosystem: 'npm', packageName: 'lodash' }
const poll = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 60_000, interval: 200 })
const log = async () =>
  (await admin.api.integrations.deliveries({ params: { ...params, integration: 'jira' } })).deliveries
const whenIdle = () =>
  poll(async () => {
    await server.mailed()
    return (await log()).filter(({ state }) => ['queued', 'sending', 'retrying'].includes(state)).length
  }).toBe(0)
// The fake service is shared: pending work would consume responses prepared by the next test.
afterEach(whenIdle)
/** Simulates that this time has passed. */
const forgetAttempts = () =>
  server.db
    .updateTable('ticket')
    .set({ attempted_at: new Date(Date.now() - 600_000) })
    .where('attempted_at', 'is not', null)
    .execute()

describe('jira.checkConfig', () => {
  test.each(['cloud', 'dataCenter'] as const)('accepts the credentials of %s', async (deployment) => {
    const body = { deployment, url: jira.url, email: 'bot@example.org', apiToken: jira.apiToken }
    expect(await admin.api.jira.checkConfig({ params, body })).toEqual({
      isValid: true,
      message: 'Jira accepts the credentials of Bot',
    })
  })

  test('returns 400 for others, and for an address that is not Jira', async () => {
    const body = { url: jira.url, email: 'bot@example.org', apiToken: 'wrong' }
    const invalid = { errorType: 'credentialsInvalid', message: 'Credentials not valid' }
    expect(await admin.api.jira.checkConfig({ params, body })).toEqual(invalid)
    const elsewhere = { ...body, url: `${jira.url}/nowhere`, apiToken: jira.apiToken }
    expect(await admin.api.jira.checkConfig({ params, body: elsewhere })).toEqual({
      ...invalid,
      message: 'Jira returned an unexpected response. Check the URL',
    })
  })
})

describe('jira.saveConfig and config', () => {
  test('keep omitted fields and never return secrets', async () => {
    const saved = await setup({ webhookSecret: secret })
    expect(saved).toMatchObject({
      jiraProject: 'ABC',
      hasApiToken: true,
      hasWebhookSecret: true,
      whenFixed: 'close',
    })
    const changed = await admin.api.jira.saveConfig({ params, body: { whenFixed: 'comment' } })
    expect(await admin.api.jira.config({ params })).toEqual(changed)
    expect(changed).toMatchObject({ jiraProject: 'ABC', hasApiToken: true, whenFixed: 'comment' })
    expect(JSON.stringify(changed)).not.toMatch(/canary/)
  })
})

describe('jira.projectConfig and saveProjectConfig', () => {
  test("a project's own settings take precedence over the account's", async () => {
    const of = await upload(['lodash@4.17.4'])
    expect(await admin.api.jira.projectConfig({ params: of })).toMatchObject({ isActive: false })
    await setup()
    expect(await admin.api.jira.projectConfig({ params: of })).toMatchObject({
      isActive: true,
      jiraProject: '',
      createsByRule: true,
      effective: { jiraProject: 'ABC' },
    })
    const body = { jiraProject: 'OWN', fields: { customfield_10010: { id: '5' } } }
    await admin.api.jira.saveProjectConfig({ params: of, body })
    expect(await admin.api.jira.projectConfig({ params: of })).toMatchObject({
      ...body,
      effective: { jiraProject: 'OWN' },
    })
  })
})

describe("a project's own Jira project", () => {
  test('does not inherit the issue type of another one, and is removed if omitted', async () => {
    const of = await upload([])
    await setup({ issueTypeId: '10001' })
    const save = (body: object) => admin.api.jira.saveProjectConfig({ params: of, body })
    const inherited = { effective: { jiraProject: 'ABC', issueTypeId: '10001' } }
    expect(await save({ jiraProject: 'own' })).toMatchObject({
      jiraProject: 'own',
      effective: { jiraProject: 'OWN', issueTypeId: '' },
    })
    expect(await save({ jiraProject: 'abc' })).toMatchObject(inherited)
    expect(await save({})).toMatchObject({ ...inherited, jiraProject: '' })
    expect(await admin.api.jira.projectConfig({ params: of })).toMatchObject(inherited)
  })
})

describe('jira.jiraProjects and issueMeta', () => {
  test.each(['cloud', 'dataCenter'] as const)('are queried from %s', async (deployment) => {
    expect(await admin.api.jira.jiraProjects({ params })).toEqual([])
    await setup({ deployment })
    expect(await admin.api.jira.jiraProjects({ params })).toEqual([{ id: '1', key: 'ABC', name: 'Alphabet' }])
    const { issueTypes } = await admin.api.jira.issueMeta({ params: { ...params, key: 'ABC' } })
    expect(issueTypes).toMatchObject([
      {
        id: '10001',
        name: 'Task',
        fields: [
          { id: 'summary', isRequired: true },
          { id: 'customfield_10010', isRequired: true, allowedValues: [{ id: '5', name: 'Platform' }] },
          { id: 'customfield_10020', isRequired: false },
          { id: 'customfield_10030', isRequired: false, type: 'user' },
        ],
      },
    ])
  })

  test('list fields that only the transition to a done status requires', async () => {
    await setup()
    const meta = async () => {
      const { issueTypes } = await admin.api.jira.issueMeta({ params: { ...params, key: 'ABC' } })
      return issueTypes[0]!.fields.filter(({ neededFor }) => neededFor === 'transition')
    }
    jira.screen.set('resolution', { name: 'Resolution', required: true, schema: { type: 'resolution' } })
    jira.screen.set('summary', { name: 'Summary', required: true, schema: { type: 'string' } })
    jira.screen.set('customfield_10040', { name: 'Root cause', required: true, schema: { type: 'string' } })
    jira.screen.set('customfield_10050', { name: 'Remarks', required: false, schema: { type: 'string' } })
    const issue = { status: 'To Do', comments: [], links: new Map<string, unknown>() }
    expect(await meta()).toEqual([])
    const fields = { labels: [], summary: 'x', issuetype: { id: '10001' } }
    jira.issues.push({ key: 'ABC-1', fields, ...issue })
    expect(await meta()).toMatchObject([{ id: 'customfield_10040', name: 'Root cause', isRequired: true }])
    jira.hooks.beforeResponse = ({ url }) => {
      if (url.pathname.includes('/search')) jira.issues.length = 0
    }
    expect(await meta(), 'the issue is deleted after the search').toEqual([])
  })

  test('return 404 for an unknown project, and report errors of Jira', async () => {
    await setup()
    await expect(admin.api.jira.issueMeta({ params: { ...params, key: 'NO' } })).rejects.toMatchObject({
      status: 404,
    })
    jira.failures.push({ status: 500, body: 'x' })
    await expect(admin.api.jira.jiraProjects({ params })).rejects.toMatchObject({
      errorType: 'integrationFailed',
    })
  })
})

describe('jira.createIssue and issues', () => {
  test.each(['cloud', 'dataCenter'] as const)(
    'create one issue for an upgrade in %s, with its remote link',
    async (deployment) => {
      await setup({ deployment })
      const of = await upload(['lodash@4.17.4'])
      const made = await admin.api.jira.createIssue({ params: of, body: lodash })
      expect(made).toMatchObject({ state: 'open', key: 'ABC-1', status: 'To Do', advisoryUuid: null })
      await whenIdle()
      const again = await admin.api.jira.createIssue({ params: of, body: lodash })
      expect(again.uuid).toBe(made.uuid)
      await whenIdle()
      expect(jira.issues).toHaveLength(1)
      const [{ fields, links }] = jira.issues as [JiraServer['issues'][0]]
      expect(fields).toMatchObject({ project: { key: 'ABC' }, issuetype: { id: '10001' } })
      expect(fields.summary).toMatch(
        /^Upgrade lodash 4\.17\.4 to \S+ \(\d+ vulnerabilit\w+\) in https:\/\/github\.com\/org\/app main$/,
      )
      expect([...links.keys()]).toEqual([`system=assay&id=${made.uuid}`])
      expect(JSON.stringify([...links.values()])).toContain(`/projects?pid=${of.projectUuid}&branch=main`)
      expect(await admin.api.jira.issues({ params: of })).toMatchObject([{ key: 'ABC-1', branch: 'main' }])
    },
  )

  test('create a separate issue for a single vulnerability', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    const { advisory_uuid: advisoryUuid } = await server.db
      .selectFrom('finding')
      .select('advisory_uuid')
      .where('account_uuid', '=', params.accountUuid)
      .limit(1)
      .executeTakeFirstOrThrow()
    await admin.api.jira.createIssue({ params: of, body: lodash })
    const one = await admin.api.jira.createIssue({ params: of, body: { ...lodash, advisoryUuid } })
    expect(one).toMatchObject({ key: 'ABC-2', advisoryUuid, openCount: 1 })
  })

  test('create one issue for concurrent requests', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    await Promise.all(
      Array.from({ length: 5 }, () => admin.api.jira.createIssue({ params: of, body: lodash })),
    )
    await whenIdle()
    expect(jira.issues).toHaveLength(1)
  })

  test('are rejected for fixed findings, other branches and without setup', async () => {
    const of = await upload(['lodash@4.17.4'])
    const create = (body: object) => admin.api.jira.createIssue({ params: of, body: { ...lodash, ...body } })
    await expect(create({})).rejects.toMatchObject({ errorType: 'notConfigured' })
    await setup()
    await expect(create({ packageName: 'left-pad' })).rejects.toMatchObject({ status: 404 })
    await expect(create({ branch: 'none' })).rejects.toMatchObject({ status: 404 })
    await expect(create({ advisoryUuid: randomUUID() })).rejects.toMatchObject({ status: 404 })
    expect(jira.issues).toEqual([])
  })

  test("report a missing required field in the log, and use the project's value for it", async () => {
    jira.required.add('customfield_10010')
    await setup()
    const of = await upload(['lodash@4.17.4'])
    const created = await admin.api.jira.createIssue({ params: of, body: lodash })
    expect(created).toMatchObject({ state: 'creating', key: null })
    expect((await log()).map(({ result }) => result).join()).toContain('customfield_10010: is required')
    await admin.api.jira.saveProjectConfig({
      params: of,
      body: { fields: { customfield_10010: { id: '5' } } },
    })
    await poll(() => jira.issues.length).toBe(1)
  })
})

test("a project's text of several lines is a document in the Cloud", async () => {
  await setup()
  const of = await upload(['lodash@4.17.4'])
  const fields = { customfield_10020: 'First\n\nThird' }
  await admin.api.jira.saveProjectConfig({ params: of, body: { fields } })
  await admin.api.jira.createIssue({ params: of, body: lodash })
  await whenIdle()
  expect(jira.issues[0]!.fields['customfield_10020']).toMatchObject({
    type: 'doc',
    content: [{ content: [{ text: 'First' }] }, { content: [] }, { content: [{ text: 'Third' }] }],
  })
})

test.each([
  ['cloud', { id: 'jane' }],
  ['dataCenter', { name: 'jane' }],
] as const)('a user is set in the format of %s', async (deployment, user) => {
  await setup({ deployment })
  const of = await upload(['lodash@4.17.4'])
  await admin.api.jira.saveProjectConfig({
    params: of,
    body: { fields: { customfield_10030: { id: 'jane' } } },
  })
  await admin.api.jira.createIssue({ params: of, body: lodash })
  await poll(() => jira.issues[0]?.fields['customfield_10030']).toEqual(user)
})

describe('a transition with a screen', () => {
  const resolution = {
    name: 'Resolution',
    required: true,
    schema: { type: 'resolution' },
    allowedValues: [
      { id: '1', name: "Won't do" },
      { id: '2', name: 'Done' },
    ],
  }
  const createAndFix = async (fields: object = {}) => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    await admin.api.jira.saveProjectConfig({ params: of, body: { fields: { ...fields } } })
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await poll(() => jira.issues[0]?.status).toBe('To Do')
    // Jira rejects values of fields that the screen for new issues lacks.
    expect(jira.issues[0]!.fields).not.toHaveProperty('customfield_10040')
    await whenIdle()
    await upload(['lodash@4.17.21'])
  }

  test('closes with the resolution of fixed issues', async () => {
    jira.screen.set('resolution', resolution)
    await createAndFix()
    await poll(() => jira.issues[0]?.status).toBe('Done')
    expect(jira.issues[0]!.fields['resolution']).toEqual({ id: '2' })
  })

  test("closes with the first resolution if none has a known name, and with the project's values", async () => {
    jira.screen.set('resolution', {
      ...resolution,
      required: false,
      allowedValues: [{ id: '7', name: 'Erledigt' }],
    })
    jira.screen.set('customfield_10040', { name: 'Cause', required: true, schema: { type: 'string' } })
    await createAndFix({ customfield_10040: 'Outdated' })
    await poll(() => jira.issues[0]?.status).toBe('Done')
    expect(jira.issues[0]!.fields).toMatchObject({ resolution: { id: '7' }, customfield_10040: 'Outdated' })
  })

  test('that requires a field without a value is reported in the log', async () => {
    jira.screen.set('customfield_10040', { name: 'Cause', required: true, schema: { type: 'string' } })
    await createAndFix()
    await poll(async () => (await log())[0]?.result).toBe(
      'Jira\'s transition "Done" of ABC-1 requires Cause, and the project has no value for it',
    )
    expect(jira.issues[0]!.status).toBe('To Do')
    jira.screen.clear()
    await poll(() => jira.issues[0]?.status).toBe('Done')
  })
})

describe('automatic issues after scans', () => {
  const rule = { createsByRule: true, minSeverity: 'low' as const }

  test('are created, closed with a comment when fixed, and reopened when it returns', async () => {
    await setup(rule)
    await upload(['lodash@4.17.4'])
    await poll(() => jira.issues.length).toBe(1)
    await whenIdle()
    await upload(['lodash@4.17.21'])
    await poll(() => jira.issues[0]?.status).toBe('Done')
    await whenIdle()
    expect(JSON.stringify(jira.issues[0]!.comments)).toContain('Fixed by')
    await upload(['lodash@4.17.4'])
    await poll(() => jira.issues[0]?.status).toBe('To Do')
    await whenIdle()
    expect(jira.issues).toHaveLength(1)
    expect(jira.issues[0]!.comments).toHaveLength(2)
  })

  test('are only commented on if the account chooses so', async () => {
    await setup({ ...rule, whenFixed: 'comment' })
    const of = await upload(['lodash@4.17.4'])
    await poll(() => jira.issues.length).toBe(1)
    await whenIdle()
    await upload([])
    await poll(() => jira.issues[0]?.comments.length).toBe(1)
    await whenIdle()
    expect(await admin.api.jira.issues({ params: of })).toMatchObject([{ status: 'To Do', openCount: 0 }])
  })

  test('are not created for other branches or projects without the rule', async () => {
    await setup(rule)
    const of = await upload([])
    await admin.api.jira.saveProjectConfig({ params: of, body: { createsByRule: false } })
    await upload(['lodash@4.17.4'])
    await whenIdle()
    expect(jira.issues).toEqual([])
  })
})

describe('the status is synced', () => {
  const webhook = (body: string, signature: string) =>
    fetch(`${server.url}/api/v1/integrations/jira/accounts/${params.accountUuid}/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature': signature },
    })
  const sign = (body: string, key = secret) =>
    `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

  test('by a signed webhook only', async () => {
    await setup({ webhookSecret: secret })
    const of = await upload(['lodash@4.17.4'])
    await admin.api.jira.createIssue({ params: of, body: lodash })
    jira.issues[0]!.status = 'In Progress'
    const body = JSON.stringify({ webhookEvent: 'jira:issue_updated', issue: { key: 'ABC-1', fields: {} } })
    const status = async () => (await admin.api.jira.issues({ params: of }))[0]?.status
    for (const wrong of ['', sign(body, 'other'), sign(`${body} `)])
      expect((await webhook(body, wrong)).status).toBe(404)
    expect(await status()).toBe('To Do')
    expect((await webhook(body, sign(body))).status).toBe(200)
    await poll(status).toBe('In Progress')
  })

  test('by polling', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await whenIdle()
    jira.issues[0]!.status = 'Done'
    await server.db.updateTable('integration').set({ last_run_at: null }).execute()
    await runSchedules(server)
    await poll(async () => (await admin.api.jira.issues({ params: of }))[0]?.state).toBe('done')
  })

  test('an issue that the credentials cannot see for a while is kept', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await whenIdle()
    jira.sight.hasProject = false
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await poll(async () => (await log()).some(({ state }) => state === 'retrying')).toBe(true)
    jira.sight.hasProject = true
    await whenIdle()
    expect(await admin.api.jira.issues({ params: of })).toMatchObject([{ key: 'ABC-1' }])
    expect(jira.issues).toHaveLength(1)
  })

  test.each(['cloud', 'dataCenter'] as const)('by polling every page of %s', async (deployment) => {
    await setup({ deployment, ticketsFor: 'finding', createsByRule: true, minSeverity: 'low' })
    const of = await upload(['lodash@4.17.4'])
    await poll(() => jira.issues.length).toBeGreaterThan(2)
    await whenIdle()
    for (const issue of jira.issues) issue.status = 'Done'
    await server.db.updateTable('integration').set({ last_run_at: null }).execute()
    await runSchedules(server)
    const states = async () =>
      new Set((await admin.api.jira.issues({ params: of })).map(({ state }) => state))
    await poll(states).toEqual(new Set(['done']))
  })

  test('an issue deleted in Jira is removed', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await whenIdle()
    jira.issues.length = 0
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await poll(async () => (await admin.api.jira.issues({ params: of })).length).toBe(0)
  })
})

describe('despite lost responses, no duplicate is created', () => {
  const waiting = () => poll(async () => (await log()).some(({ state }) => state === 'waiting')).toBe(true)

  test('the issue is found by label once the search index has it', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    jira.unindexed.add('ABC-1')
    // The issue type is requested first.
    jira.failures.push({ status: 200, body: { issueTypes: [{ id: '10001', name: 'Task' }] } }, 'cut')
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await waiting()
    expect(jira.issues).toHaveLength(1)
    jira.unindexed.clear()
    await runSchedules(server)
    await poll(async () => (await admin.api.jira.issues({ params: of }))[0]?.key).toBe('ABC-1')
    expect(jira.issues).toHaveLength(1)
  })

  test('the issue is created if the request did not arrive', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    jira.failures.push(
      { status: 200, body: { issueTypes: [{ id: '10001', name: 'Task' }] } },
      { status: 500, body: 'x' },
    )
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await waiting()
    expect(jira.issues).toHaveLength(0)
    await forgetAttempts()
    await runSchedules(server)
    await poll(() => jira.issues.length).toBe(1)
  })

  test('an issue is found, commented on and closed although everything was fixed meanwhile', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    jira.unindexed.add('ABC-1')
    jira.failures.push({ status: 200, body: { issueTypes: [{ id: '10001', name: 'Task' }] } }, 'cut')
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await waiting()
    await upload(['lodash@4.17.21'])
    await whenIdle()
    jira.unindexed.clear()
    await runSchedules(server)
    await poll(() => jira.issues[0]!.status).toBe('Done')
    await whenIdle()
    expect(await admin.api.jira.issues({ params: of })).toMatchObject([{ key: 'ABC-1', state: 'done' }])
    expect(jira.issues[0]!.comments).toHaveLength(1)
  })

  test('an issue that did not arrive is not needed if everything was fixed meanwhile', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    jira.failures.push({ status: 429, headers: { 'retry-after': '300' }, body: {} })
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await waiting()
    await upload(['lodash@4.17.21'])
    await whenIdle()
    await runSchedules(server)
    await poll(async () => (await admin.api.jira.issues({ params: of })).length).toBe(0)
    await whenIdle()
    expect((await log()).map(({ result }) => result)).toContain('Fixed before an issue was created')
    expect(jira.issues).toEqual([])
  })

  test('long after a lost attempt, only one of several deliveries may create it', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    const { uuid } = await admin.api.jira.createIssue({ params: of, body: lodash })
    await whenIdle()
    const long = new Date(Date.now() - 600_000)
    await server.db
      .updateTable('ticket')
      .set({ issue_key: null, attempted_at: long })
      .where('uuid', '=', uuid)
      .execute()
    const claim = () =>
      claimCreation(server.db, accountScope(admin.accountUuid), {
        uuid,
        lostBefore: new Date(Date.now() - 120_000),
      })
    const claimed = await Promise.all(Array.from({ length: 20 }, claim))
    expect(claimed.filter((isMine) => isMine)).toHaveLength(1)
  })

  test('Retry-After is respected', async () => {
    await setup()
    const of = await upload(['lodash@4.17.4'])
    jira.failures.push({ status: 429, headers: { 'retry-after': '300' }, body: {} })
    await admin.api.jira.createIssue({ params: of, body: lodash })
    await waiting()
    const { length } = jira.requests
    await whenIdle()
    expect(jira.requests).toHaveLength(length)
    await runSchedules(server)
    await poll(() => jira.issues.length).toBe(1)
  })
})

test('no response, log, event or error contains a secret', async () => {
  await setup({ webhookSecret: secret })
  const of = await upload(['lodash@4.17.4'])
  const echo = { status: 400, body: { errorMessages: [`Bad token ${jira.apiToken}`], errors: {} } }
  jira.failures.push(echo, echo, echo)
  await admin.api.jira.createIssue({ params: of, body: lodash })
  const { rows } = { rows: await server.db.selectFrom('integration_delivery').selectAll().execute() }
  const outputs = [
    await admin.api.integrations.list({ params }),
    await admin.api.jira.config({ params }),
    await log(),
    await admin.api.audit.list({ params, query: {} }),
    await server.db.selectFrom('outbox_event').selectAll().execute(),
    await server.db.selectFrom('dead_letter').selectAll().execute(),
    rows,
    server.logged(),
  ]
  expect(JSON.stringify(outputs)).not.toMatch(/canary/)
})
