import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { tlsCertificate, trustTestCertificate } from '#testing/tls-certificate.ts'
import { startTestServer } from '#testing/test-server.ts'
import { dropExcess, listOutgoing, useDestinations } from './outgoing-store.ts'
import { shipAuditEventsJob } from './ship-audit-events-job.ts'

async function started(settings: Record<string, string>) {
  const server = await startTestServer({
    withWorker: false,
    settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true', ...settings },
  })
  onTestFinished(() => server.stop())
  const member = await server.newAccount()
  const teamUuid = await server.addTeam(member, 'a')
  const rename = (name: string) => member.api.teams.update({ params: { teamUuid }, body: { name } })
  return {
    server,
    member,
    rename,
    ship: () => shipAuditEventsJob.run(server.context, {}, { priority: 'refresh' }),
  }
}

/** The action and the new name of each event. */
const summaryOf = (events: { action: string; after: { name?: string } | null }[]) =>
  events.map(({ action, after }) => `${action} ${after?.name ?? ''}`)

test('a file gets a line of JSON per event, and only its owner may read it', async () => {
  const folder = folderOfTest()
  const file = join(folder, 'audit.jsonl')
  const { member, rename, ship } = await started({ ASSAY_AUDIT_FILE: file })
  await rename('b')
  await ship()
  await rename('d')
  await ship()
  await ship()
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    accountUuid: member.accountUuid,
    sequence: expect.any(Number),
    action: 'teams.update',
    memberUuid: member.uuid,
    memberEmail: member.email,
    address: '127.0.0.1',
    after: { name: 'd' },
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('refused requests are sent, too, also those of no account', async () => {
  const folder = folderOfTest()
  const file = join(folder, 'audit.jsonl')
  const { server, ship } = await started({ ASSAY_AUDIT_FILE: file })
  await fetch(`${server.url}/api/v1/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.org', password: 'guess' }),
  })
  await expect.poll(() => listOutgoing(server.db, 'file', 10)).toHaveLength(1)
  await ship()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    accountUuid: null,
    memberEmail: '',
    action: 'credentials.failed',
  })
})

test('a webhook gets batches, and what it does not accept again, in order', async () => {
  const received: { authorization: string | undefined; body: { events: never[] } }[] = []
  let status = 503
  const hook = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ authorization: request.headers.authorization, body: JSON.parse(body) })
      return response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void hook.close())
  await once(hook, 'listening')
  const { port } = hook.address() as AddressInfo
  const { server, rename, ship } = await started({
    ASSAY_AUDIT_WEBHOOK: `http://127.0.0.1:${port}/in`,
    ASSAY_AUDIT_WEBHOOK_TOKEN: 'secret-of-the-hook',
  })
  await rename('b')
  await ship()
  expect(server.logged()).toContain('Audit events could not be sent')
  expect(server.logged()).not.toContain('secret-of-the-hook')
  await rename('c')
  status = 204
  await ship()
  await ship()
  expect(received.map(({ body }) => summaryOf(body.events))).toEqual([
    ['teams.update b'],
    ['teams.update b', 'teams.update c'],
  ])
  expect(received[1]!.authorization).toBe('Bearer secret-of-the-hook')
})

test('syslog over UDP gets a datagram per event as in RFC 5424', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void socket.close())
  await once(socket, 'listening')
  const messages: string[] = []
  socket.on('message', (bytes) => messages.push(bytes.toString('ascii')))
  const { rename, ship } = await started({ ASSAY_AUDIT_SYSLOG: `udp://127.0.0.1:${socket.address().port}` })
  await rename('größer')
  await ship()
  await expect.poll(() => messages).toHaveLength(1)
  const [, json = ''] =
    /^<109>1 \d{4}-\S+Z [!-~]+ assay \d+ teams\.update - (\{.*\})$/.exec(messages[0]!) ?? []
  expect(JSON.parse(json)).toMatchObject({ action: 'teams.update', after: { name: 'größer' } })
})

test('syslog over TCP gets each message after its length; a server that is gone gets it later', async () => {
  let content = ''
  const sink = createTcpServer((socket) => socket.on('data', (bytes) => (content += bytes.toString())))
  sink.listen(0, '127.0.0.1')
  await once(sink, 'listening')
  const { port } = sink.address() as AddressInfo
  sink.close()
  await once(sink, 'close')
  const { server, rename, ship } = await started({ ASSAY_AUDIT_SYSLOG: `tcp://127.0.0.1:${port}` })
  await rename('b')
  await ship()
  expect(await listOutgoing(server.db, 'syslog', 10)).toHaveLength(1)
  sink.listen(port, '127.0.0.1')
  onTestFinished(() => void sink.close())
  await rename('c')
  await ship()
  expect(await listOutgoing(server.db, 'syslog', 10)).toEqual([])
  for (const name of ['b', 'c']) {
    const [, length, rest] = /^(\d+) (.*)$/s.exec(content)!
    expect(rest!.slice(0, Number(length))).toMatch(new RegExp(`^<109>1 .*"name":"${name}".*\\}$`))
    content = rest!.slice(Number(length))
  }
  expect(content).toBe('')
})

test('syslog over TLS gets the same, encrypted, and nothing if its certificate is not trusted', async () => {
  let content = ''
  const sink = createTlsServer(tlsCertificate, (socket) =>
    socket.on('data', (bytes) => (content += bytes.toString())),
  )
  sink.on('tlsClientError', () => undefined)
  sink.listen(0, '127.0.0.1')
  onTestFinished(() => void sink.close())
  await once(sink, 'listening')
  const { port } = sink.address() as AddressInfo
  const { server, rename, ship } = await started({ ASSAY_AUDIT_SYSLOG: `tls://localhost:${port}` })
  await rename('b')
  await ship()
  expect([content, await listOutgoing(server.db, 'syslog', 10)]).toMatchObject(['', [{}]])
  expect(server.logged()).toContain('self-signed certificate')
  onTestFinished(trustTestCertificate())
  await ship()
  expect(await listOutgoing(server.db, 'syslog', 10)).toEqual([])
  expect(content).toMatch(/^\d+ <109>1 .*"name":"b".*\}$/)
})

test('what waits is bounded: what is dropped is counted, and the destination is told', async () => {
  const folder = folderOfTest()
  const file = join(folder, 'audit.jsonl')
  const { server, rename, ship } = await started({ ASSAY_AUDIT_FILE: file })
  for (const name of ['b', 'c', 'd', 'e']) await rename(name)
  expect(await dropExcess(server.db, 'file', 2)).toBe(2)
  expect(await dropExcess(server.db, 'file', 2)).toBe(0)
  await ship()
  await ship()
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(summaryOf(lines)).toEqual(['audit.dropped ', 'teams.update d', 'teams.update e'])
  expect(lines[0].after).toEqual({ count: 2 })
})

test('nothing is kept for a destination that is no longer set', async () => {
  const { server, rename } = await started({ ASSAY_AUDIT_FILE: '/nowhere' })
  await rename('b')
  expect(await listOutgoing(server.db, 'file', 10)).toHaveLength(1)
  await useDestinations(server.db, [])
  await rename('c')
  expect(await listOutgoing(server.db, 'file', 10)).toEqual([])
})
