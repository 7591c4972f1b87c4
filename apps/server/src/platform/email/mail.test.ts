import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '#testing/mail-server.ts'
import { openMail } from './mail.ts'

// A mail server without TLS. 0.0.0.0 reaches this machine, too, but does not say so.

let logins: number
let addressOf: (host: string) => string
beforeEach(async () => {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  logins = 0
  server.replies.set('AUTH', (socket) => {
    logins++
    socket.write('235 Accepted\r\n')
  })
  addressOf = (host) => server.url.replace('127.0.0.1', host)
})

const check = (url: string) => openMail({ mail: { url, from: 'assay@example.org' } })!.check()

test.each([
  ['on this machine', () => addressOf('localhost')],
  ['elsewhere if the operator says so', () => `${addressOf('0.0.0.0')}?tls=off`],
])('credentials are sent without TLS %s', async (_, url) => {
  await check(url())
  expect(logins).toBe(1)
})

test('credentials are not sent without TLS elsewhere', async () => {
  await expect(check(addressOf('0.0.0.0'))).rejects.toThrow()
  expect(logins).toBe(0)
})
