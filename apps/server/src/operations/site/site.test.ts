import { newOperator } from '#testing/upload-advisories.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { type NetworkCheck, siteServices } from '@assay/contract/site.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'

let outside: Server
let requested: string[]
let server: TestServer
let operator: TestMember
beforeAll(async () => {
  requested = []
  outside = createServer((request, response) => {
    requested.push(`${request.method} ${request.url}`)
    response.writeHead(request.url?.startsWith('/broken') ? 503 : 200).end()
  })
  outside.listen(0, '127.0.0.1')
  await once(outside, 'listening')
  const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`
  server = await startTestServer({
    withWorker: false,
    settings: {
      ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
      ASSAY_KEV_URL: `http://${host}/kev.json`,
      ASSAY_EPSS_URL: `http://${host}/broken`,
      ASSAY_LEAKED_PASSWORDS_URL: `http://user:secret@${host}/range`,
      ASSAY_RELEASES: 'true',
      ASSAY_DEPS_DEV_URL: 'off',
      ASSAY_REGISTRIES: `npm=http://reader:secret@${host}/npm`,
      // Nothing listens on this port.
      ASSAY_END_OF_LIFE_URL: 'http://127.0.0.1:1/eol',
      ASSAY_SMTP_URL: 'smtp://127.0.0.1:1',
    },
  })
  operator = await newOperator(server)
})
afterAll(async () => {
  await server.stop()
  outside.close()
})

describe('GET /admin/server/site/network', () => {
  test('checks the configured services and reports the duration or the error', async () => {
    const checks = await operator.api.site.network({})
    const checkOf = (id: string) => checks.find((each) => each.id === id)
    expect(checkOf('kev')).toMatchObject({ name: 'CISA KEV', isReachable: true, status: 200, reason: null })
    expect(checkOf('kev')!.latencyMs).toBeGreaterThanOrEqual(0)
    expect(checkOf('epss')).toMatchObject({ isReachable: true, status: 503 })
    expect(checkOf('end-of-life')).toMatchObject({ isReachable: false, status: null, latencyMs: null })
    expect(checkOf('end-of-life')!.reason).toContain('cannot be reached')
    expect(checkOf('leaked-passwords')).toMatchObject({ isReachable: true })
    expect(checks.find(({ name }) => name === 'npm registry')).toMatchObject({
      isReachable: true,
      status: 200,
    })
    expect(checkOf('mail')).toMatchObject({ isReachable: true, status: null })
    // Disabled.
    expect(checkOf('advisories')).toBe(undefined)
    expect(requested).toEqual(expect.arrayContaining(['HEAD /kev.json', 'HEAD /broken']))
    expect(JSON.stringify(checks)).not.toContain('secret')
  })

  test('is limited to the operator', async () => {
    const before = requested.length
    const other = await server.newAccount()
    await expect(other.api.site.network({})).rejects.toMatchObject({ status: 403, errorType: 'operatorOnly' })
    const viewer = await server.addMember(operator, 'Viewer')
    await expect(viewer.api.site.network({})).rejects.toMatchObject({ status: 403, errorType: 'forbidden' })
    expect(requested).toHaveLength(before)
  })

  test('does not connect to private addresses that are not allowed', async () => {
    const { port } = outside.address() as AddressInfo
    const settings = { ASSAY_KEV_URL: `http://127.0.0.1:${port}/kev.json`, ASSAY_SMTP_URL: '' }
    const strict = await startTestServer({ withWorker: false, beside: server, settings })
    const before = requested.length
    const response = await fetch(`${strict.url}/admin/server/site/network`, {
      headers: { authorization: operator.authorization },
    })
    const [check] = (await response.json()) as NetworkCheck[]
    expect(check).toMatchObject({ id: 'kev', isReachable: false })
    expect(check!.reason).toContain('private address')
    expect(requested).toHaveLength(before)
    await strict.stop()
  })
})

describe('GET /admin/server/{service}/healthcheck', () => {
  test('returns ok for healthy services and 404 for unknown ones', async () => {
    for (const service of siteServices)
      expect(await operator.api.site.health({ params: { service } })).toMatchObject({ service, status: 'ok' })
    await expect(operator.api.site.health({ params: { service: 'none' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('returns off for the advisory sync if no feed is configured', async () => {
    const settings = { ASSAY_SMTP_URL: '' }
    const manual = await startTestServer({ withWorker: false, beside: server, settings })
    const response = await fetch(`${manual.url}/admin/server/advisories/healthcheck`, {
      headers: { authorization: operator.authorization },
    })
    expect(await response.json()).toMatchObject({ service: 'advisories', status: 'off' })
    await manual.stop()
  })

  test('names the failing feeds with their error', async () => {
    await server.db
      .insertInto('advisory_feed')
      .values({ id: 'kev', error: 'feeds.example.org cannot be reached', failures: 2 })
      .execute()
    const params = { service: 'advisories' }
    expect(await operator.api.site.health({ params })).toEqual({
      service: 'advisories',
      status: 'failing',
      reason: 'Failed to sync kev: feeds.example.org cannot be reached',
    })
    await server.db.deleteFrom('advisory_feed').execute()
  })
})

describe('the license', () => {
  test('is free, always active, and cannot be released', async () => {
    const [license] = await operator.api.site.license({})
    expect(license).toMatchObject({ id: 'free', kind: 'free', active: true, expiresAt: null })
    const params = { license: 'free' }
    expect(await operator.api.site.activateLicense({ params })).toEqual(license)
    await expect(operator.api.site.releaseLicense({ params })).rejects.toMatchObject({
      status: 409,
      errorType: 'licenseBuiltIn',
    })
    for (const call of ['activateLicense', 'releaseLicense'] as const)
      await expect(operator.api.site[call]({ params: { license: 'other' } })).rejects.toMatchObject({
        status: 404,
      })
  })
})
