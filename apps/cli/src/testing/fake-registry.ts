import type { Files } from '@assay/engine/inventory/testing/make-image.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A registry on this machine, with tokens as the usual ones give them, and blobs stored under another host. */
export interface FakeRegistry {
  /** '127.0.0.1:1234' */
  host: string
  /** 'GET /v2/app/manifests/1.0 Bearer t' */
  requests: string[]
  close(): void
}

export interface FakeRegistryOptions {
  /** Blobs of an OCI layout. */
  files: Files
  /** Manifests by tag. */
  tags: Record<string, string>
  /** Anonymous callers get a token, too, unless a login is needed: 'user:password'. */
  login?: string
  /** The identity token that is exchanged. */
  identityToken?: string
  auth?: 'bearer' | 'basic' | 'none'
  /** Answers before the real one. */
  busyTimes?: number
  realm?: string
}

const token = 'token-1'

export async function startRegistry(options: FakeRegistryOptions): Promise<FakeRegistry> {
  const requests: string[] = []
  const state = { busy: options.busyTimes ?? 0 }
  const storage = await listen(async (request, response) => {
    requests.push(`STORAGE ${request.headers.authorization ?? ''}`.trim())
    await sendBlob(response, options.files, request.url!.slice('/blob/'.length))
  })
  const server = await listen(async (request, response) => {
    const { url = '', method, headers } = request
    requests.push(`${method} ${url} ${headers.authorization ?? ''}`.trim())
    const host = headers.host!
    if (url.startsWith('/token')) return giveToken(request, response, options)
    if (state.busy-- > 0) return void response.writeHead(429, { 'retry-after': '0' }).end()
    const challenge = challengeOf(options, host)
    if (challenge !== null && !isAllowed(headers.authorization, options))
      return void response
        .writeHead(401, { 'www-authenticate': challenge })
        .end('{"errors":[{"code":"UNAUTHORIZED"}]}')
    if (url.includes('/tags/list'))
      return void response.end(JSON.stringify({ tags: Object.keys(options.tags) }))
    const [, kind, reference = ''] = /^\/v2\/.+\/(manifests|blobs)\/(.+)$/.exec(url) ?? []
    if (kind === 'blobs')
      return void response
        .writeHead(307, { location: `http://127.0.0.1:${portOf(storage)}/blob/${reference}` })
        .end()
    await sendBlob(response, options.files, options.tags[reference] ?? reference)
  })
  return {
    host: `127.0.0.1:${portOf(server)}`,
    requests,
    close() {
      for (const each of [server, storage]) {
        each.close()
        each.closeAllConnections()
      }
    },
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function challengeOf({ auth = 'bearer', realm }: FakeRegistryOptions, host: string): string | null {
  if (auth === 'none') return null
  // Names in any case, values quoted or not.
  const bearer = `bearer REALM="${realm ?? `http://${host}/token`}",SERVICE=registry,scope="repository:app:pull"`
  return auth === 'basic' ? 'Basic realm="registry"' : bearer
}

function isAllowed(
  authorization: string | undefined,
  { auth = 'bearer', login = '' }: FakeRegistryOptions,
): boolean {
  if (auth === 'basic') return authorization === `Basic ${Buffer.from(login).toString('base64')}`
  return authorization === `Bearer ${token}`
}

async function giveToken(
  request: IncomingMessage,
  response: ServerResponse,
  { login, identityToken }: FakeRegistryOptions,
): Promise<void> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const isLogin = request.headers.authorization === `Basic ${Buffer.from(login ?? '').toString('base64')}`
  const isExchange =
    identityToken !== undefined && new URLSearchParams(body).get('refresh_token') === identityToken
  if (!isExchange && login !== undefined && !isLogin) return void response.writeHead(401).end()
  // Without 'token' and 'expires_in', as some give it.
  response.end(JSON.stringify({ access_token: token }))
}

function sendBlob(response: ServerResponse, files: Files, digest: string): Promise<void> {
  const bytes = files.get(`blobs/${digest.replace(':', '/')}`)
  const answer = bytes ?? '{"errors":[{"code":"MANIFEST_UNKNOWN"}]}'
  return new Promise((resolve) => void response.writeHead(bytes ? 200 : 404).end(answer, () => resolve()))
}
