import { newOperator } from '#testing/upload-advisories.ts'
import { channelKinds } from '@assay/contract/notification-channels.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { integrations } from '#integrations/integrations.ts'
import { runSchedules } from '#testing/integrations.ts'
import { type ServiceRequest, startServiceServer } from '#testing/outside-server.ts'
import { signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { call, guarded } from '#testing/contract-calls.ts'
import { type Ids, createResources } from '#testing/contract-ids.ts'
import { allowAssistant } from '#testing/contract-rows.ts'
import { openSms } from '#platform/sms/sms.ts'

// Enters every secret that an account or the operator can enter, lets each service repeat all that it was sent, and then
// searches everything readable: every GET of the contract, the log, and every column of every table.

const words = [
  'jira-token',
  'jira-webhook',
  'datadog-key',
  'ledger-secret',
  'ledger-bearer',
  'repository-token',
  'dojo-token',
  'model-key',
  'oidc-secret',
  'registry-token',
  'registry-password',
  'image-password',
  'sms-token',
  ...channelKinds.filter((kind) => kind !== 'email').map((kind) => `channel-${kind}`),
] as const
const canary = (word: (typeof words)[number]) => `canary-${word}-0123456789abcdef`

const service = forAllTests(() => startServiceServer(repeatAll))
const server = testServer(() => ({
  settings: {
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ASSAY_SMS_URL: `${service.url}/sms`,
    ASSAY_SMS_TOKEN: canary('sms-token'),
  },
}))

/** The worst case: its error responses repeat everything it was sent. */
function repeatAll({ url, headers, body }: ServiceRequest) {
  if (url.pathname.endsWith('/appidp/token'))
    return {
      status: 200,
      body: { access_token: canary('ledger-bearer'), expires_in: 3600, token_type: 'Bearer' },
    }
  const requestText = [url.pathname, url.search, ...Object.values(headers), body.toString()].join(' ')
  const responses = {
    errorMessages: [requestText],
    errors: [requestText],
    error: { message: requestText, type: requestText },
    message: requestText,
  }
  return { status: 400, body: responses }
}

test('no response, log, event, error or row contains a secret', async () => {
  const admin = await signedIn(server, await newOperator(server))
  const ids = await createResources(server, admin)
  await allowAssistant(server, admin)
  const responses = [
    ...(await enterAll(admin)),
    ...(await useAll(admin, ids)),
    ...(await readAll(admin, ids)),
  ]
  // Each was sent to its service, some in an Authorization header.
  const sent = service.requests.map(({ url, headers, body }) => ({
    url: url.href,
    headers,
    body: body.toString(),
  }))
  const used = JSON.stringify(sent)
  const submittedOnly = ['registry-password', 'image-password', 'jira-webhook', 'oidc-secret', 'jira-token']
  expect(words.filter((word) => !used.includes(canary(word)) && !submittedOnly.includes(word))).toEqual([])
  const headers = sent.flatMap((each) => each.headers.authorization ?? [])
  expect(headers.some((header) => header.startsWith('Basic '))).toBe(true)
  const shown = { responses, log: server.logged(), rows: await readTables() }
  for (const [where, texts] of Object.entries(shown))
    for (const secret of [...words.map(canary), ...headers.map((header) => header.split(' ').at(-1)!)])
      expect({ where, secret, isShown: [texts].flat().join('\n').includes(secret) }).toEqual({
        where,
        secret,
        isShown: false,
      })
})

/** The responses of all calls that accept a secret. */
async function enterAll({ api, accountUuid }: TestMember): Promise<string[]> {
  const params = { accountUuid }
  const { url } = service
  const jira = {
    url,
    email: 'bot@example.org',
    apiToken: canary('jira-token'),
    jiraProject: 'ABC',
    webhookSecret: canary('jira-webhook'),
  }
  const ledger = { url, clientId: 'assay', clientSecret: canary('ledger-secret') }
  const model = { url: `${url}/v1`, model: 'small', key: canary('model-key') }
  const provider = { name: 'Ours', issuer: url, clientId: 'assay', clientSecret: canary('oidc-secret') }
  const saved: unknown[] = [
    await api.jira.saveConfig({ params, body: jira }),
    await api.jira.checkConfig({ params, body: {} }),
    await api.datadog.saveSetup({ params, body: { address: url, apiKey: canary('datadog-key') } }),
    await api.datadog.checkCredentials({ params, body: {} }),
    await api.rkvst.saveCredentials({ params, body: ledger }),
    await api.rkvst.checkCredentials({ params, body: {} }),
    await api.integrations.save({
      params: { accountUuid, integration: 'repository-issues' },
      body: { url, token: canary('repository-token'), repository: 'org/app' },
    }),
    await api.integrations.check({ params: { accountUuid, integration: 'repository-issues' }, body: {} }),
    await api.integrations.save({
      params: { accountUuid, integration: 'defectdojo' },
      body: { url, token: canary('dojo-token') },
    }),
    await api.integrations.check({ params: { accountUuid, integration: 'defectdojo' }, body: {} }),
    await api.barista.saveService({ body: model }),
    await api.barista.checkService({ body: model }),
    await api.sso.putOidc({ params, body: provider }),
    await api.images.saveLogin({
      params,
      body: { host: 'registry.example.org', user: 'ci', password: canary('image-password') },
    }),
  ]
  const credentials = [
    { kind: 'bearer', token: canary('registry-token') },
    { kind: 'basic', user: 'ci', password: canary('registry-password') },
  ] as const
  for (const [number, each] of credentials.entries()) {
    const body = { ecosystem: 'npm', pattern: `@secret${number}`, url, credentials: each }
    const registry = await api.registries.create({ params, body })
    const of = { accountUuid, registryUuid: registry.uuid }
    saved.push(registry, await api.registries.update({ params: of, body: { enabled: true } }))
    saved.push(await api.registries.check({ params: of, body: { name: `@secret${number}/ui` } }))
  }
  for (const kind of channelKinds.filter((each) => each !== 'email')) {
    const secret = canary(`channel-${kind}`)
    const target =
      kind === 'slackApp'
        ? { address: `${url}/api`, token: secret, room: { id: 'C1', name: 'security' } }
        : { address: `${url}/${kind}?token=${secret}` }
    const { channel } = await api.notificationChannels.create({ body: { kind, name: kind, ...target } })
    saved.push(await api.notificationChannels.test({ params: { channelUuid: channel.uuid } }))
  }
  return saved.map((each) => JSON.stringify(each))
}

/** Uses all of them, so that they fail. Returns the responses. */
async function useAll({ api, accountUuid }: TestMember, ids: Ids): Promise<string[]> {
  const params = { accountUuid }
  const branch = { accountUuid, projectUuid: ids['projectUuid']!, branch: 'main' }
  const { id: conversationUuid } = await api.barista.createWithSummary({ body: {} })
  const asking = async () => {
    for await (const event of await api.barista.ask({
      params: { conversationUuid },
      body: { question: 'What should I fix first?' },
    }))
      if (event.type === 'done') return event
    return undefined
  }
  const sms = openSms({ config: server.config })!
  const uses: (() => Promise<unknown>)[] = [
    () => api.slackSetup.rooms({ body: { token: canary('channel-slackApp'), address: service.url } }),
    () => api.jira.jiraProjects({ params, query: {} }),
    () => api.jira.issueMeta({ params: { accountUuid, key: 'ABC' } }),
    () => api.jira.createIssue({ params: branch, body: { ecosystem: 'npm', packageName: 'lodash' } }),
    () => api.datadog.sendNow({ params }),
    () => api.rkvst.publish({ params: branch }),
    () => api.barista.ping(),
    asking,
    () => api.sso.check({ params: { accountUuid, type: 'oidc' } }),
    () => sms.send('+15550100', 'Your code'),
  ]
  const errors: string[] = []
  for (const use of uses)
    errors.push(JSON.stringify(await use().catch((error: Error) => [error.message, error])))
  await server.mailed()
  await runSchedules(server)
  await server.mailed()
  return errors
}

/** The responses of every GET, including files. */
async function readAll({ authorization }: TestMember, ids: Ids): Promise<string[]> {
  const read: string[] = []
  for (const operation of guarded.filter(({ endpoint }) => endpoint.method === 'GET')) {
    const each = operation.endpoint.path.includes('{integration}') ? integrations.map(({ id }) => id) : ['']
    for (const integration of each) {
      const response = await call(server, operation, { authorization, ids: { ...ids, integration } })
      read.push(await response.text())
    }
  }
  return read
}

/** All columns as text; bytes are decoded as text. */
async function readTables(): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
    server.db,
  )
  const texts: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{
      text: string
    }>`select t::text as text from ${sql.table(`${schema}.${name}`)} t`.execute(server.db)
    texts.push(...rows.map(({ text }) => text))
  }
  const bytes = texts.flatMap((text) => text.match(/\\x[\da-f]{16,}/g) ?? [])
  return [...texts, ...bytes.map((hex) => Buffer.from(hex.slice(2), 'hex').toString('latin1'))].join('\n')
}
