import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSms } from './sms.ts'

let gateway: Server
let url: string
let status = 200
const received: object[] = []

beforeAll(async () => {
  gateway = createServer((request, reply) => {
    const { method, headers } = request
    const keep = (body: string) => {
      received.push({ method, authorization: headers.authorization, body: JSON.parse(body) as unknown })
      return reply.writeHead(status).end()
    }
    void text(request).then(keep)
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
})
afterAll(() => void gateway.close())

const sms = (allowsPrivateNetworks = true) =>
  openSms({ config: { sms: { url, token: 'key' }, allowsPrivateNetworks } })!

test('a message is sent to the gateway with its token', async () => {
  await sms().send('+391234567', 'Your code is 1')
  const body = { to: '+391234567', text: 'Your code is 1' }
  expect(received).toEqual([{ method: 'POST', authorization: 'Bearer key', body }])
})

test('an error of the gateway is reported', async () => {
  status = 500
  await expect(sms().send('+391234567', 'x')).rejects.toThrow('The SMS gateway answered')
})

test('a private gateway address must be allowed', async () => {
  await expect(sms(false).send('+391234567', 'x')).rejects.toMatchObject({ errorType: 'addressRefused' })
})

test('without a gateway, nothing can be sent', () => {
  expect(openSms({ config: { sms: undefined, allowsPrivateNetworks: true } })).toBeNull()
})
