import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { startDatadogServer } from '#integrations/datadog/testing/datadog-server.ts'
import { startDatatrailsServer } from '#integrations/datatrails/testing/datatrails-server.ts'
import { enableFeatures } from '#testing/integrations.ts'
import { startJiraServer } from '#integrations/jira/testing/jira-server.ts'
import type { ServiceResponse, ServiceServer } from '#testing/outside-server.ts'
import { startRepositoryServer } from '#integrations/repositories/testing/repository-server.ts'

const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
const admin = forAllTests(() => server.newAccount())
beforeAll(() => enableFeatures(server, admin))

const services: Record<string, () => Promise<[ServiceServer, Record<string, string>]>> = {
  async jira() {
    const service = await startJiraServer()
    return [service, { url: service.url, email: 'bot@example.org', apiToken: service.apiToken }]
  },
  async 'repository-issues'() {
    const service = await startRepositoryServer()
    return [service, { url: service.url, token: service.token }]
  },
  async datadog() {
    const service = await startDatadogServer()
    return [service, { address: service.url, apiKey: service.apiKey }]
  },
  async rkvst() {
    const service = await startDatatrailsServer()
    return [service, { url: service.url, clientId: 'client', clientSecret: service.secret }]
  },
}

const away = (status: number, what: string): [ServiceResponse, object] => [
  { status, body: '<html>' },
  { status: 502, errorType: 'sourceFailed', message: expect.stringMatching(what) },
]
const failures: [ServiceResponse, object][] = [
  away(429, '^127.0.0.1:\\d+ answered 429 and asked for a pause$'),
  away(500, '^127.0.0.1:\\d+ answered 500$'),
  away(503, '^127.0.0.1:\\d+ answered 503$'),
]

describe.each(Object.keys(services))('a check of %s', (integration) => {
  let service: ServiceServer
  let body: Record<string, string>
  const check = () =>
    admin.api.integrations.check({ params: { accountUuid: admin.accountUuid, integration }, body })
  beforeAll(async () => {
    ;[service, body] = await services[integration]!()
  })
  afterAll(() => service.stop())

  test.each(failures)('says why the service cannot respond: %j', async (failure, problem) => {
    service.failures.push(failure)
    await expect(check()).rejects.toMatchObject(problem)
    expect(await check()).toMatchObject({ isValid: true })
  })

  test('returns 400 if the response comes from something else', async () => {
    service.failures.push({ status: 200, body: '<html>Log in</html>' })
    expect(await check()).toMatchObject({ errorType: 'credentialsInvalid' })
  })
})
