import { afterAll, beforeAll, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { readConfig } from '#config.ts'
import { sendDueRule } from '#notifications/rules/send-due.ts'
import { openMail } from '#platform/email/mail.ts'
import { createLog } from '#platform/system/log.ts'
import { offlineSettings } from '#testing/offline-settings.ts'
import { npmInventory } from '#testing/inventories.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { startServiceServer } from '#testing/outside-server.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { openTracing } from './open-tracing.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
}

let server: TestServer
let tracing: NonNullable<ReturnType<typeof openTracing>>
const log = createLog('silent')
const collector = forAllTests(() => startServiceServer(() => ({ status: 200, body: {} })))
const mailServer = forAllTests(startMailServer)
beforeAll(async () => {
  const config = readConfig({
    ...offlineSettings,
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  tracing = openTracing(config, log)!
  const mail = openMail({ mail: { url: mailServer.url, from: 'assay@example.org' } })!
  server = await startTestServer({ mail })
})
afterAll(async () => {
  await server.stop()
  await tracing.stop()
})

interface Body {
  resourceSpans: { resource: unknown; scopeSpans: { spans: Span[] }[] }[]
}
const bodies = () => collector.requests.map(({ json }) => json as Body)
const spansOf = (traceId: string) =>
  bodies()
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .filter((span) => span.traceId === traceId)

async function memberWithMail(): Promise<TestMember> {
  const admin = await server.newAccount()
  const { api, email } = admin
  for (const { uuid } of await api.notificationRules.list())
    await api.notificationRules.remove({ params: { ruleUuid: uuid } })
  const { channel } = await api.notificationChannels.create({
    body: { kind: 'email', name: 'Mail', recipients: [email] },
  })
  const kinds = ['findingOpened' as const]
  await api.notificationRules.create({
    body: { name: 'New', kinds, minimumSeverity: 'LOW', channelUuids: [channel.uuid] },
  })
  return admin
}

async function upload({ authorization }: TestMember, headers: Record<string, string> = {}) {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(npmInventory(['lodash@4.17.4']))]), 'bom.json')
  body.append('url', 'https://example.org/shop')
  body.append('branch', 'main')
  const response = await fetch(`${server.url}/api/v1/uploads/new/sbom-cdx.json`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body,
  })
  expect(response.status).toBeLessThan(300)
  return response.headers.get('x-request-id')!
}

test('the id that the browser gets with an upload leads to its mail, over job, event and delivery', async () => {
  const admin = await memberWithMail()
  const requestId = await upload(admin)
  const traceId = requestId.replaceAll('-', '')
  await server.mailed()
  while (await sendDueRule(server.context, new Date(Date.now() + 24 * 3_600_000)));
  await server.mailed()
  expect(mailServer.received.some((message) => message.includes(admin.email))).toBe(true)
  const find = (name: string) => spansOf(traceId).find((span) => span.name === name)
  await expect.poll(() => find('send mail')).toBeDefined()
  await expect.poll(() => find('POST /api/v1/uploads/new/sbom-cdx.json')).toBeDefined()
  const spans = new Map(spansOf(traceId).map((span) => [span.spanId, span]))
  const path: string[] = []
  for (let span = find('send mail'); span; span = spans.get(span.parentSpanId ?? '')) path.unshift(span.name)
  expect(path).toEqual([
    'POST /api/v1/uploads/new/sbom-cdx.json',
    'job scan-build',
    'consume findings.opened',
    'job deliver-notification',
    'send mail',
  ])
  const [root] = [...spans.values()].filter(({ parentSpanId }) => parentSpanId === undefined)
  expect(root).toMatchObject({ kind: 2 })
  expect(root!.attributes).toContainEqual({ key: 'http.request.method', value: { stringValue: 'POST' } })
  expect(server.logged()).toContain(`"trace.id":"${traceId}"`)
})

test('the collector is told which program sends, with the headers of the settings', async () => {
  await server.anonymous.system.alive()
  await expect.poll(() => collector.requests.length).toBeGreaterThan(0)
  const [{ headers, url }] = collector.requests as [(typeof collector.requests)[number]]
  expect([url.pathname, headers['x-key']]).toEqual(['/v1/traces', 'a b'])
  const text = JSON.stringify(bodies()[0]!.resourceSpans[0]!.resource)
  for (const part of ['"service.name"', '"assay"', '"deployment.environment.name"', '"service.version"'])
    expect(text).toContain(part)
})

test('a trace from elsewhere goes on, and one that is not recorded stays so', async () => {
  const admin = await server.newAccount()
  const [recorded, unrecorded] = ['1234567890abcdef1234567890abcdef', 'abcdef1234567890abcdef1234567890']
  const id = await upload(admin, { traceparent: `00-${recorded}-00f067aa0ba902b7-01` })
  expect(id).toBe('12345678-90ab-cdef-1234-567890abcdef')
  await upload(admin, { traceparent: `00-${unrecorded}-00f067aa0ba902b7-00` })
  await upload(admin, { traceparent: 'nonsense' })
  await expect.poll(() => spansOf(recorded).length).toBeGreaterThan(1)
  expect(spansOf(unrecorded)).toEqual([])
})
