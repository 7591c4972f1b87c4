import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { tlsCertificate, trustTestCertificate } from '#testing/tls-certificate.ts'
import { exchange, Unreachable } from './egress.ts'
import { proxyOf } from './proxies.ts'

const http = 'http://proxy.example.org:3128'
const https = 'http://secure.example.org:3128'

test('each scheme has its proxy', () => {
  const proxies = { http, https: undefined, except: [] }
  expect(proxyOf(new URL('http://a.example.org'), proxies)).toBe(http)
  expect(proxyOf(new URL('https://a.example.org'), proxies)).toBeUndefined()
})

describe('exceptions', () => {
  test.each([
    ['https://registry.example.org', 'example.org', true],
    ['https://registry.example.org', '.example.org', true],
    ['https://registry.example.org', '*.example.org', true],
    ['https://example.org', '.example.org', true],
    ['https://badexample.org', 'example.org', false],
    ['https://EXAMPLE.org.', 'Example.ORG', true],
    ['https://registry.example.org', '*', true],
    ['https://registry.example.org', '', false],
    ['https://registry.example.org:8443', 'example.org:8443', true],
    ['https://registry.example.org', 'example.org:443', true],
    ['https://registry.example.org', 'example.org:8443', false],
    ['http://10.1.2.3', '10.0.0.0/8', true],
    ['http://11.1.2.3', '10.0.0.0/8', false],
    ['http://10.1.2.3', '10.1.2.3', true],
    ['http://10.1.2.3', '10.0.0.0/64', false],
    ['http://10.1.2.3:8080', '10.1.2.3:8080', true],
    ['http://[fd00::1]', 'fd00::/8', true],
    ['http://[fd00::1]:81', '[fd00::1]:81', true],
    ['http://[fd00::1]', '10.0.0.0/8', false],
  ])('%s with the exception %j is reached directly: %s', (address, exception, isDirect) => {
    const proxy = proxyOf(new URL(address), { http, https, except: [exception] })
    expect(proxy === undefined).toBe(isDirect)
  })
})

describe('a request by way of a proxy', () => {
  let proxy: Server
  let target: Server
  /** Where tunnels lead. */
  let tunneledPort: number
  let seen: string[] = []
  const ports = () => [proxy, target].map((each) => (each.address() as AddressInfo).port)
  const egressWith = (more: object = {}) => ({
    limitBytes: 1000,
    timeoutMs: 60_000,
    allowsPrivate: false,
    proxies: { http: `http://user:pass@127.0.0.1:${ports()[0]}`, https: undefined, except: [] },
    ...more,
  })
  const get = { method: 'GET', headers: {}, body: undefined }

  beforeAll(async () => {
    target = createServer((request, response) => response.end(`target of ${request.url}`))
    // Forwards every name to the target, as a proxy does that alone can resolve names.
    proxy = createServer((request, response) => {
      seen.push(`${request.headers['proxy-authorization']} ${request.method} ${request.url}`)
      response.end('by proxy')
    })
    proxy.on('connect', (request, socket) => {
      seen.push(`CONNECT ${request.url}`)
      if (request.url!.startsWith('refused')) {
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
        return
      }
      const upstream = connect(tunneledPort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        upstream.pipe(socket).pipe(upstream)
      })
      upstream.on('error', () => socket.destroy())
      socket.on('error', () => upstream.destroy())
    })
    for (const each of [proxy, target]) await once(each.listen(0, '127.0.0.1'), 'listening')
    tunneledPort = ports()[1]!
  })
  beforeEach(() => {
    seen = []
  })
  afterAll(() => {
    proxy.closeAllConnections()
    proxy.close()
    target.close()
  })

  test('names the target, which needs no name server, and logs in', async () => {
    const { body } = await exchange('http://only-the-proxy.example.org/a?b', get, egressWith())
    expect(body.toString()).toBe('by proxy')
    expect(seen).toEqual([
      `Basic ${Buffer.from('user:pass').toString('base64')} GET http://only-the-proxy.example.org/a?b`,
    ])
  })

  test.each([
    'http://127.0.0.1/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://localhost/',
    'http://db.localhost/',
    'http://database/',
    'http://metadata.google.internal/',
    'http://printer.local/',
  ])('does not ask for %s, within the private network', async (address) => {
    await expect(exchange(address, get, egressWith())).rejects.toMatchObject({ errorType: 'addressRefused' })
    expect(seen).toEqual([])
  })

  test('asks for internal names where private networks are allowed', async () => {
    await exchange('http://database/', get, egressWith({ allowsPrivate: true }))
    expect(seen).toHaveLength(1)
  })

  test('has no credentials over http, as the proxy alone knows where they go', async () => {
    const secret = { ...get, headers: { authorization: 'Bearer x' } }
    await expect(exchange('http://api.example.org/', secret, egressWith())).rejects.toMatchObject({
      errorType: 'addressRefused',
    })
    expect(seen).toEqual([])
  })

  test('goes directly to exceptions', async () => {
    const { http: address } = egressWith().proxies
    const proxies = { http: address, https: undefined, except: ['127.0.0.0/8'] }
    const { body } = await exchange(
      `http://127.0.0.1:${ports()[1]}/x`,
      get,
      egressWith({ proxies, allowsPrivate: true }),
    )
    expect(body.toString()).toBe('target of /x')
    expect(seen).toEqual([])
  })

  test('over https is a tunnel; without one, the server did not see the request', async () => {
    const proxies = { http: undefined, https: `http://127.0.0.1:${ports()[0]}`, except: [] }
    await expect(
      exchange('https://refused.example.org/', get, egressWith({ proxies })),
    ).rejects.toBeInstanceOf(Unreachable)
    // The target speaks no TLS.
    await expect(exchange('https://plain.example.org/', get, egressWith({ proxies }))).rejects.toBeInstanceOf(
      Unreachable,
    )
    expect(seen).toEqual(['CONNECT refused.example.org:443', 'CONNECT plain.example.org:443'])
  })

  test('over https may have been executed once the tunnel was there', async () => {
    onTestFinished(trustTestCertificate())
    const secure = createTlsServer(tlsCertificate, (request, response) => {
      if (request.url === '/cut') request.socket.destroy()
      else response.end(`by tunnel: ${request.headers['authorization']}`)
    })
    await once(secure.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void secure.close())
    const direct = tunneledPort
    tunneledPort = (secure.address() as AddressInfo).port
    onTestFinished(() => void (tunneledPort = direct))
    const proxies = { http: undefined, https: `http://127.0.0.1:${ports()[0]}`, except: [] }
    const egress = egressWith({ proxies, allowsPrivate: true })
    const secret = { ...get, headers: { authorization: 'Bearer x' } }
    expect((await exchange('https://localhost/', secret, egress)).body.toString()).toBe('by tunnel: Bearer x')
    const cut = await exchange('https://localhost/cut', get, egress).catch((error: unknown) => error)
    expect(cut).toMatchObject({ errorType: 'sourceFailed' })
    expect(cut).not.toBeInstanceOf(Unreachable)
  })
})
