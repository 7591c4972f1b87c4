import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ConnectionAttempts, watchConnections } from '#testing/connection-attempts.ts'
import { startNameServer, type TestNameServer } from '#testing/name-server.ts'
import { type Egress, exchange, exchangeStream, fetchStream, fetchToFile } from './egress.ts'

// 127.0.0.1 stands for a public host, all other private addresses for the internal network.

const handlers = new Map<string, RequestListener>([
  ['/file', (_request, response) => response.end('content')],
])
const outgoing = { method: 'GET', headers: {}, body: undefined }
const refused = { status: 400, errorType: 'addressRefused' }

let server: Server
let port: number
const folder = temporaryFolder()
let path: string
let names: TestNameServer
let attempts: ConnectionAttempts
let requested: string[]
let connections: number

beforeAll(async () => {
  path = join(folder, 'file')
  server = createServer((request, response) => {
    requested.push(request.headers.host!)
    handlers.get(request.url!)!(request, response)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
  names = await startNameServer()
  attempts = watchConnections()
})
beforeEach(() => {
  attempts.addresses.length = 0
  names.queries.length = 0
  requested = []
  connections = 0
})
afterAll(async () => {
  attempts.stop()
  await names.stop()
  server.closeAllConnections()
  server.close()
})

function egress(): Egress {
  const allowsPrivate = new BlockList()
  allowsPrivate.addAddress('127.0.0.1')
  return { limitBytes: 1000, timeoutMs: 60_000, allowsPrivate, nameServer: names.address }
}
const at = (name: string, file = '/file') => `http://${name}:${port}${file}`

/** Every way to send a request. */
const ways: Record<string, (address: string) => Promise<string>> = {
  exchange: async (address) => (await exchange(address, outgoing, egress())).body.toString(),
  exchangeStream: (address) =>
    exchangeStream(address, outgoing, {
      egress: egress(),
      signal: new AbortController().signal,
      read: text,
    }),
  fetchStream: (address) => fetchStream(address, { egress: egress(), headers: {} }, text),
  fetchToFile: async (address) => {
    await fetchToFile(address, path, egress())
    return readFileSync(path, 'utf8')
  },
}

/** DNS records of internal.test, which point to the internal network. */
const internal: Record<string, { four?: string[]; six?: string[] }> = {
  'by A': { four: ['127.0.0.2'] },
  'by A, to several': { four: ['10.0.0.1', '169.254.169.254', '0.0.0.0'] },
  'by AAAA': { six: ['0:0:0:0:0:0:0:1'] },
  'by AAAA, to the link': { six: ['fe80:0:0:0:0:0:0:1'] },
  'by AAAA, to an IPv4-mapped address': { six: ['0:0:0:0:0:ffff:7f00:2', '0:0:0:0:0:ffff:a00:1'] },
  'by AAAA, to addresses that embed IPv4': {
    six: ['64:ff9b:0:0:0:0:7f00:2', '2002:7f00:2:0:0:0:0:0', '0:0:0:0:0:0:7f00:2'],
  },
  'by both': { four: ['192.168.0.1'], six: ['fd00:0:0:0:0:0:0:1'] },
}

describe.each(Object.keys(ways))('%s', (way) => {
  const send = ways[way]!

  test.each(Object.keys(internal))('does not connect to a name that is private %s', async (kind) => {
    const { four, six } = internal[kind]!
    names.addresses.set('internal.test', four ? [four] : [])
    names.addresses6.set('internal.test', six ? [six] : [])
    await expect(send(at('internal.test'))).rejects.toMatchObject(refused)
    await expect(send(at('INTERNAL.test.'))).rejects.toMatchObject(refused)
    expect(names.queries).toContain('A internal.test')
    expect(names.queries).toContain('AAAA internal.test')
    expect(attempts.addresses).toEqual([])
  })

  test('does not connect to the private name that an alias stands for', async () => {
    names.addresses.set('metadata.internal', [['169.254.169.254']])
    names.addresses6.set('metadata.internal', [['fd00:ec2:0:0:0:0:0:254']])
    names.aliases.set('alias.test', 'metadata.internal')
    await expect(send(at('alias.test'))).rejects.toMatchObject(refused)
    expect(names.queries).toContain('A alias.test')
    expect(attempts.addresses).toEqual([])
  })

  test('connects to the address that was checked: the name is resolved once', async () => {
    names.addresses.set('rebinds.test', [['127.0.0.1'], ['127.0.0.2']])
    expect(await send(at('rebinds.test'))).toBe('content')
    expect(attempts.addresses).toEqual([`127.0.0.1:${port}`])
    expect(names.queries.toSorted()).toEqual(['A rebinds.test', 'AAAA rebinds.test'])
    expect(requested).toEqual([`rebinds.test:${port}`])
  })

  test.each(['127.0.0.2', 'alias'])('checks again on the next request, after a change to %s', async (to) => {
    names.addresses.set('again.test', to === 'alias' ? [['127.0.0.1']] : [['127.0.0.1'], [to]])
    expect(await send(at('again.test'))).toBe('content')
    if (to === 'alias') names.aliases.set('again.test', 'internal.test')
    names.addresses.set('internal.test', [['10.0.0.1']])
    await expect(send(at('again.test'))).rejects.toMatchObject(refused)
    names.aliases.delete('again.test')
    expect(attempts.addresses).toEqual([`127.0.0.1:${port}`])
  })

  test('reuses no connection, not even to a server that keeps it open', async () => {
    names.addresses.set('kept.test', [['127.0.0.1']])
    handlers.set('/kept', (_request, response) => {
      response.setHeader('connection', 'keep-alive')
      response.setHeader('keep-alive', 'timeout=60')
      response.end('content')
    })
    for (let count = 0; count < 3; count++) expect(await send(at('kept.test', '/kept'))).toBe('content')
    expect(connections).toBe(3)
    expect(names.queries.filter((query) => query === 'A kept.test')).toHaveLength(3)
  })

  test('connects only to the public ones of several addresses', async () => {
    names.addresses.set('both.test', [['10.0.0.1', '127.0.0.1', '169.254.169.254']])
    names.addresses6.set('both.test', [['0:0:0:0:0:0:0:1', 'fd00:0:0:0:0:0:0:1']])
    expect(await send(at('both.test'))).toBe('content')
    expect(attempts.addresses).toEqual([`127.0.0.1:${port}`])
  })
})

describe.each(['fetchStream', 'fetchToFile'])('%s, which follows redirects', (way) => {
  const send = ways[way]!

  test.each(['internal.test', 'internal.test.', '127.0.0.2', '[::1]', '[::ffff:10.0.0.1]', 'localhost'])(
    'does not connect to %s',
    async (host) => {
      names.addresses.set('start.test', [['127.0.0.1']])
      names.addresses.set('internal.test', [['169.254.169.254', '10.0.0.1']])
      names.addresses6.set('internal.test', [])
      handlers.set('/inward', (_request, response) => response.writeHead(302, { location: at(host) }).end())
      const isAllowed = host === 'localhost'
      const response = send(at('start.test', '/inward'))
      if (isAllowed) expect(await response).toBe('content')
      else await expect(response).rejects.toMatchObject(refused)
      expect(attempts.addresses.filter((each) => each !== `127.0.0.1:${port}`)).toEqual([])
      expect(requested).toHaveLength(isAllowed ? 2 : 1)
    },
  )

  test('checks a name again that redirects to itself', async () => {
    names.addresses.set('turns.test', [['127.0.0.1'], ['127.0.0.2']])
    handlers.set('/again', (_request, response) => response.writeHead(302, { location: '/file' }).end())
    await expect(send(at('turns.test', '/again'))).rejects.toMatchObject(refused)
    expect(attempts.addresses).toEqual([`127.0.0.1:${port}`])
    expect(requested).toEqual([`turns.test:${port}`])
  })
})

test('without permission for any private address, localhost is rejected without querying a name server', async () => {
  const closed = { ...egress(), allowsPrivate: false }
  for (const host of ['localhost', 'LocalHost.', 'internal.localhost'])
    await expect(exchange(at(host), outgoing, closed)).rejects.toMatchObject(refused)
  expect(attempts.addresses).toEqual([])
  expect(names.queries).toEqual([])
})
