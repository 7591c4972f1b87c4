import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { setPassword, testPassword } from '#testing/sessions.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

// The client address is used by lockout and audit log.

let [near, none]: TestServer[] = []

beforeAll(async () => {
  near = await startTestServer({ withWorker: false })
  none = await startTestServer({
    withWorker: false,
    beside: near,
    settings: { ASSAY_TRUSTED_PROXIES: '192.0.2.0/24, 2001:db8::1' },
  })
})
afterAll(async () => {
  await none!.stop()
  await near!.stop()
})

async function addressOf(server: TestServer, forwarded: string): Promise<string> {
  const member = await server.newAccount()
  await setPassword(server, member)
  await fetch(`${server.url}/api/v1/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ email: member.email, password: testPassword }),
  })
  const params = { accountUuid: member.accountUuid }
  const { events } = await member.api.audit.list({ params, query: {} })
  return events.find(({ action }) => action === 'credentials.login')!.address
}

test('is the one sent by a proxy on the same machine', async () => {
  expect(await addressOf(near!, '203.0.113.7')).toBe('203.0.113.7')
})

test('is the last one not added by a trusted proxy', async () => {
  expect(await addressOf(near!, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
})

test("is the connection's if the sender is not a trusted proxy", async () => {
  expect(await addressOf(none!, '203.0.113.7')).toBe('127.0.0.1')
})

test.each(['everybody', '10.0.0.0/8/8', '10.0.0/8'])('cannot be configured as %j', (value) => {
  expect(() => readConfig({ ASSAY_TRUSTED_PROXIES: value })).toThrow(
    /ASSAY_TRUSTED_PROXIES must be a comma-separated list/,
  )
})
