import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loggedIn, testPassword } from '#testing/sessions.ts'
import { startTestServer } from '#testing/test-server.ts'
import { isLeaked } from './leaked-passwords.ts'

const leaked = 'plums in the icebox'
const digest = createHash('sha1').update(leaked).digest('hex').toUpperCase()
const requests: { url: string; padding: string | undefined }[] = []
let status = 200

const collection = createServer((request, response) => {
  requests.push({ url: request.url!, padding: request.headers['add-padding'] as string | undefined })
  response.statusCode = status
  const padded = createHash('sha1').update('padded password').digest('hex').toUpperCase()
  response.end(`0018A45C4D1DEF81644B54AB7F969B88D65:3\r\n${digest.slice(5)}:21\r\n${padded.slice(5)}:0`)
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => collection.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(collection.address() as AddressInfo).port}/range`
})
afterAll(() => collection.close())

const warned: string[] = []
const ask = (password: string, leakedPasswordsUrl: string | undefined = url) =>
  isLeaked(
    {
      config: { leakedPasswordsUrl, allowsPrivateNetworks: true },
      log: { warn: (_context, message) => void warned.push(message) },
    },
    password,
  )

test('detects a leaked password while sending only five digits of its hash', async () => {
  expect(await ask(leaked)).toBe(true)
  expect(requests.at(-1)).toEqual({ url: `/range/${digest.slice(0, 5)}`, padding: 'true' })
  expect(await ask('something else entirely')).toBe(false)
})

test('ignores padding entries', async () => {
  expect(await ask('padded password')).toBe(false)
})

test('sends no request unless the operator configures a service', async () => {
  const before = requests.length
  expect(
    await isLeaked(
      { config: { leakedPasswordsUrl: undefined, allowsPrivateNetworks: true }, log: console },
      leaked,
    ),
  ).toBe(false)
  expect(requests).toHaveLength(before)
})

test('is queried wherever a password is chosen', async () => {
  const server = await startTestServer({
    withWorker: false,
    settings: {
      ASSAY_LEAKED_PASSWORDS_URL: url,
      ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
      ASSAY_REGISTRATION: 'true',
      ASSAY_SMTP_URL: 'smtp://127.0.0.1:1',
    },
  })
  const { member, api } = await loggedIn(server)
  const { credentials } = server.anonymous
  await credentials.forget({ query: { email: member.email } })
  const mail = (await server.mailed()).findLast(({ to }) => to === member.email)!
  const token = /#(\S+)/.exec(mail.text)![1]!
  const refused = { status: 400, errorType: 'passwordKnown' }
  for (const choose of [
    () => credentials.register({ body: { email: 'new@example.org', password: leaked } }),
    () => credentials.reset({ body: { token, password: leaked } }),
    () => api.credentials.change({ body: { password: testPassword, newPassword: leaked } }),
  ])
    await expect(choose()).rejects.toMatchObject(refused)
  await credentials.reset({ body: { token, password: 'something else entirely' } })
  await server.stop()
})

test('accepts the password if the service fails, and logs that', async () => {
  status = 503
  expect(await ask(leaked)).toBe(false)
  expect(await ask(leaked, 'http://127.0.0.1:1')).toBe(false)
  expect(warned).toHaveLength(2)
})
