import { addImage, digestOf, type Files, type TestImage } from '@assay/engine/inventory/testing/make-image.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A registry that gives tokens as the usual ones do, and keeps blobs at another address. */
export interface ImageRegistry {
  /** '127.0.0.1:1234' */
  host: string
  /** 'GET /v2/app/manifests/1.0 Bearer token-1' */
  requests: string[]
  /** 'user:password'; anonymous callers get a token, too, without it. */
  login: string | null
  /** Where tokens are given, if not here. */
  realm: string | null
  /** Puts an image under a name: 'app:1.0'. Returns its digest. */
  push(name: string, image: TestImage): string
  /** Attaches a document to an image, as a referrer. */
  attach(digest: string, document: object): void
  stop(): Promise<void>
}

export async function startImageRegistry(): Promise<ImageRegistry> {
  const files: Files = new Map()
  const tags = new Map<string, string>()
  const attached = new Map<string, object[]>()
  const storage = await listen((request, response) => {
    registry.requests.push(`STORAGE ${request.headers.authorization ?? ''}`.trim())
    sendBlob(response, files, request.url!.slice(1))
  })
  const server = await listen((request, response) => {
    const { url = '', method, headers } = request
    registry.requests.push(`${method} ${url} ${headers.authorization ?? ''}`.trim())
    if (url.startsWith('/token')) return giveToken(request, response, registry.login)
    if (headers.authorization !== 'Bearer token-1') {
      const realm = registry.realm ?? `http://${registry.host}/token`
      return void response.writeHead(401, { 'www-authenticate': `Bearer realm="${realm}",service="r"` }).end()
    }
    const [, listed] = /^\/v2\/(.+)\/tags\/list/.exec(url) ?? []
    if (listed !== undefined) return sendTags(response, url, { listed, names: [...tags.keys()] })
    const [, subject] = /\/referrers\/(.+)$/.exec(url) ?? []
    if (subject !== undefined)
      return void response.end(JSON.stringify({ manifests: attached.get(subject) ?? [] }))
    const [, name = '', kind, reference = ''] = /^\/v2\/(.+)\/(manifests|blobs)\/(.+)$/.exec(url) ?? []
    if (kind === 'blobs')
      return void response
        .writeHead(307, { location: `http://127.0.0.1:${portOf(storage)}/${reference}` })
        .end()
    sendBlob(response, files, tags.get(`${name}:${reference}`) ?? reference)
  })
  const registry: ImageRegistry = {
    host: `127.0.0.1:${portOf(server)}`,
    requests: [],
    login: null,
    realm: null,
    push(name, image) {
      const { digest } = addImage(files, image)
      tags.set(name, digest)
      return digest
    },
    attach(subject, document) {
      const artifactType = 'application/spdx+json'
      const layer = { mediaType: artifactType, ...addBlob(files, document) }
      const manifest = addBlob(files, { schemaVersion: 2, artifactType, layers: [layer] })
      attached.set(subject, [...(attached.get(subject) ?? []), { artifactType, ...manifest }])
    },
    async stop() {
      await Promise.all(
        [server, storage].map((each) => {
          each.closeAllConnections()
          return new Promise((resolve) => each.close(resolve))
        }),
      )
    },
  }
  return registry
}

function addBlob(files: Files, json: object): { digest: string; size: number } {
  const bytes = new TextEncoder().encode(JSON.stringify(json))
  const digest = digestOf(bytes)
  files.set(`blobs/${digest.replace(':', '/')}`, bytes)
  return { digest, size: bytes.length }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function giveToken({ headers }: IncomingMessage, response: ServerResponse, login: string | null): void {
  const isKnown = login === null || headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`
  if (isKnown) response.end(JSON.stringify({ access_token: 'token-1' }))
  else response.writeHead(401).end()
}

/** Two at a time. */
function sendTags(
  response: ServerResponse,
  url: string,
  { listed, names }: { listed: string; names: string[] },
): void {
  const own = names.filter((each) => each.startsWith(`${listed}:`))
  const all = own.map((each) => each.slice(listed.length + 1)).toSorted()
  const last = new URL(url, 'http://localhost').searchParams.get('last') ?? ''
  const left = all.filter((each) => each > last)
  const page = left.slice(0, 2)
  if (left.length > 2)
    response.setHeader('link', `</v2/${listed}/tags/list?n=2&last=${page.at(-1)!}>; rel="next"`)
  response.end(JSON.stringify({ name: listed, tags: page }))
}

function sendBlob(response: ServerResponse, files: Files, digest: string): void {
  const bytes = files.get(`blobs/${digest.replace(':', '/')}`)
  response.writeHead(bytes ? 200 : 404).end(bytes)
}
