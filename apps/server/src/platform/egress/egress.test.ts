import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Writable } from 'node:stream'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { exchange, fetchToFile, IncompleteResponse, Unreachable } from './egress.ts'
import { hasCredentials } from './egress.ts'
import { isPrivate } from '#platform/http/private-addresses.ts'

const open = { limitBytes: 1000, timeoutMs: 60_000, allowsPrivate: true }
const closed = { ...open, allowsPrivate: false }

const handlers: Record<string, RequestListener> = {
  '/file': (_request, response) => response.end('content'),
  '/large': (_request, response) => response.end('x'.repeat(2000)),
  '/moved-nowhere': (_request, response) => response.writeHead(302, { location: 'http://[' }).end(),
  '/moved': (_request, response) => response.writeHead(302, { location: '/file' }).end(),
  '/around': (_request, response) => response.writeHead(302, { location: '/around' }).end(),
  '/elsewhere': (_request, response) => response.writeHead(302, { location: 'file:///etc/hostname' }).end(),
  '/dripping': (_request, response) => {
    response.writeHead(200)
    drip(response)
  },
  '/dripping-head': (_request, response) => {
    response.socket!.write('HTTP/1.1 200 OK\r\nx: ')
    drip(response.socket!)
  },
  '/dripping-moves': (request, response) =>
    void setTimeout(() => response.writeHead(302, { location: request.url! }).end(), 40),
  '/closed': (_request, response) => response.destroy(),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '500' })
    response.write('only this')
    setTimeout(() => response.destroy(), 20)
  },
  '/switched': (_request, response) => {
    response.socket!.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  },
  '/malformed': (_request, response) => {
    response.socket!.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nno size\r\n')
  },
}

/** Sends a byte now and then, endlessly, so that no side is ever idle. */
function drip(to: Writable): void {
  const timer = setInterval(() => to.write('x'), 5)
  to.on('close', () => clearInterval(timer))
}

let server: Server
let url: string
let requests = 0
const folder = temporaryFolder()
let path: string

beforeAll(async () => {
  path = join(folder, 'file')
  server = createServer((request, response) => {
    requests++
    const handler = handlers[request.url!]
    if (handler) handler(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  requests = 0
})
afterAll(() => {
  server.close()
})

describe('credentials over http', () => {
  const secret = { authorization: 'Bearer x' }
  const send = (address: string, headers: Record<string, string> = secret) =>
    exchange(address, { method: 'GET', headers, body: undefined }, open)
  const publicUrl = 'http://[2606:4700::0]:1'

  test.each([
    ['a token', publicUrl, secret],
    ['a key under a name of the service', publicUrl, { 'dd-api-key': 'x' }],
    ['a password in the address', 'http://user:password@[2606:4700::0]:1', {}],
    ['a form with a secret', publicUrl, { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('are not sent to public addresses: %s', async (_, address, headers) => {
    await expect(send(address, headers)).rejects.toMatchObject({
      errorType: 'addressRefused',
      message: expect.stringContaining('unencrypted'),
    })
  })

  test('are sent to private addresses', async () => {
    expect(await send(`${url}/file`)).toMatchObject({ status: 200 })
  })

  test('are not suspected in other requests', () => {
    const headers = { accept: '*/*', 'user-agent': 'x', 'webhook-signature': 'v1,x', 'if-none-match': 'x' }
    expect(hasCredentials(new URL(publicUrl), headers)).toBe(false)
  })
})

describe('the time limit of a call applies however steadily the response arrives:', () => {
  const late = { status: 504, errorType: 'sourceFailed', message: expect.stringContaining('in time') }
  const short = { ...open, limitBytes: 1_000_000, timeoutMs: 100 }
  const outgoing = { method: 'GET', headers: {}, body: undefined }

  test.each(['/dripping', '/dripping-head'])('%s', async (from) => {
    await expect(fetchToFile(url + from, path, short)).rejects.toMatchObject(late)
    await expect(exchange(url + from, outgoing, short)).rejects.toMatchObject(late)
  })

  test('/dripping-moves, including redirects', async () => {
    await expect(fetchToFile(`${url}/dripping-moves`, path, short)).rejects.toMatchObject(late)
  })

  test('a connection without any response', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    await expect(exchange(`http://127.0.0.1:${port}`, outgoing, short)).rejects.toMatchObject(late)
    silent.close()
  })
})

describe('downloading to a file', () => {
  test.each(['/file', '/moved'])('follows %s', async (from) => {
    await fetchToFile(url + from, path, open)
    expect(readFileSync(path, 'utf8')).toBe('content')
  })

  test('stops at the size limit', async () => {
    await expect(fetchToFile(`${url}/large`, path, open)).rejects.toMatchObject({
      status: 502,
      errorType: 'sourceFailed',
    })
  })

  test('reports whether the server may have seen the request', async () => {
    const request = { method: 'POST', headers: {}, body: 'x' }
    await expect(exchange('http://127.0.0.1:1/', request, open)).rejects.toBeInstanceOf(Unreachable)
    await expect(exchange('http://nowhere.invalid/', request, open)).rejects.toBeInstanceOf(Unreachable)
    // The server does not support TLS.
    await expect(exchange(url.replace('http', 'https'), request, open)).rejects.toBeInstanceOf(Unreachable)
    const closed = exchange(`${url}/closed`, request, open)
    await expect(closed).rejects.toMatchObject({ errorType: 'sourceFailed' })
    await expect(closed).rejects.not.toBeInstanceOf(Unreachable)
  })

  test.each(['/cut', '/malformed', '/switched'])(
    'reports that the response is incomplete: %s',
    async (from) => {
      const call = exchange(url + from, { method: 'POST', headers: {}, body: 'x' }, open)
      await expect(call).rejects.toBeInstanceOf(IncompleteResponse)
      await expect(call).rejects.toMatchObject({ status: 502, errorType: 'sourceFailed' })
    },
  )

  test('stops a redirect loop', async () => {
    await expect(fetchToFile(`${url}/around`, path, open)).rejects.toMatchObject({
      errorType: 'sourceFailed',
    })
    expect(requests).toBe(5)
  })

  test('says that a redirect leads nowhere', async () => {
    await expect(fetchToFile(`${url}/moved-nowhere`, path, open)).rejects.toMatchObject({
      errorType: 'sourceFailed',
      message: expect.stringContaining('answered 302') as string,
    })
  })

  test('says which address failed', async () => {
    await expect(fetchToFile(`${url}/nothing`, path, open)).rejects.toThrow(`${url}/nothing answered 404`)
    await expect(fetchToFile('http://127.0.0.1:1/', path, open)).rejects.toThrow('cannot be reached')
  })

  test('says why a connection failed, if whoever configured the address can fix it', async () => {
    await expect(fetchToFile('http://nowhere.invalid/', path, open)).rejects.toThrow(
      /cannot be reached: the name was not found \((?:ENOTFOUND|EAI_AGAIN)\)$/,
    )
    const withoutCertificate = createTlsServer().on('tlsClientError', () => undefined)
    withoutCertificate.listen(0, '127.0.0.1')
    await once(withoutCertificate, 'listening')
    onTestFinished(() => void withoutCertificate.close())
    const { port } = withoutCertificate.address() as AddressInfo
    for (const address of [url.replace('http', 'https'), `https://127.0.0.1:${port}`])
      await expect(fetchToFile(address, path, open)).rejects.toThrow(
        /cannot be reached: the TLS handshake failed \(\w+\)$/,
      )
  })

  test('never mistakes a truncated file for a complete one', async () => {
    await expect(fetchToFile(`${url}/cut`, path, open)).rejects.toThrow()
  })

  test.each(['file:///etc/hostname', 'ftp://example.org/x'])('rejects %s', async (address) => {
    await expect(fetchToFile(address, path, open)).rejects.toMatchObject({ errorType: 'addressRefused' })
  })

  test('rejects redirects to other protocols', async () => {
    await expect(fetchToFile(`${url}/elsewhere`, path, open)).rejects.toMatchObject({
      errorType: 'addressRefused',
    })
  })
})

describe('without permission for private addresses', () => {
  test.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
  ])('%s is not contacted', async (host) => {
    const port = new URL(url).port
    await expect(fetchToFile(`http://${host}:${port}/file`, path, closed)).rejects.toMatchObject({
      status: 400,
      errorType: 'addressRefused',
    })
    expect(requests).toBe(0)
  })

  test.each(['[fe80::1%25lo]', '[::1%25lo]', '[fe80::1%lo]', '127.0.0.1%25lo'])(
    '%s, with a zone, is not an address',
    async (host) => {
      const port = new URL(url).port
      await expect(fetchToFile(`http://${host}:${port}/file`, path, closed)).rejects.toThrow('Invalid URL')
      expect(requests).toBe(0)
    },
  )

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::10.0.0.1',
    '::1.1.1.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%1',
    'fec0::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '0:0:0:0:0:ffff:7f00:1',
    '::ffff:0:7f00:1',
    '::FFFF:169.254.169.254',
    '',
    'localhost',
    '10.1',
  ])('%s is private', (address) => {
    expect(isPrivate(address)).toBe(true)
  })

  test.each([
    '1.1.1.1',
    '100.128.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '192.169.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2001:4860::1',
    '2a00::1',
    '::ffff:1.1.1.1',
    '::ffff:101:101',
  ])('%s is public', (address) => {
    expect(isPrivate(address)).toBe(false)
  })
})
