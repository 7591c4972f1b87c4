import { parseJson } from '@assay/text/parse-json.ts'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, inflateSync } from 'node:zlib'

export interface ServiceRequest {
  method: string
  /** Including the query. */
  url: URL
  headers: IncomingHttpHeaders
  /** Decoded. */
  body: Buffer
  /** undefined: not JSON. */
  json: unknown
}

export interface ServiceResponse {
  status: number
  headers?: Record<string, string>
  /** Strings and bytes are sent unchanged, anything else as JSON. */
  body?: unknown
  /** Closes the connection instead of responding, after the service has processed the request. */
  isCut?: boolean
  delayMs?: number
}

export interface ServiceServer {
  url: string
  requests: ServiceRequest[]
  /** Overrides the next responses; 'cut': the service processes the request, but its response is lost. */
  failures: (ServiceResponse | 'cut')[]
  /** Awaited after a request was processed, before its response is sent. */
  hooks: { beforeResponse?: ((request: ServiceRequest) => unknown) | undefined }
  stop(): Promise<void>
}

/** Starts an external service whose response is a function of the request. */
export async function startServiceServer(
  respond: (request: ServiceRequest) => ServiceResponse | Promise<ServiceResponse>,
): Promise<ServiceServer> {
  const requests: ServiceRequest[] = []
  const failures: ServiceServer['failures'] = []
  const hooks: ServiceServer['hooks'] = {}
  const server = createServer((incoming, response) => {
    void (async () => {
      const request = await read(incoming)
      requests.push(request)
      const failure = failures.shift()
      const outcome = failure === undefined || failure === 'cut' ? await respond(request) : failure
      await hooks.beforeResponse?.(request)
      await send(response, failure === 'cut' ? { ...outcome, isCut: true } : outcome)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failures,
    hooks,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const decoders = new Map([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
])

async function read(incoming: IncomingMessage): Promise<ServiceRequest> {
  const sent = await buffer(incoming)
  const body = decoders.get(incoming.headers['content-encoding'] ?? '')?.(sent) ?? sent
  const { method = '', url = '/', headers } = incoming
  return { method, url: new URL(url, 'http://localhost'), headers, body, json: parseJson(body) }
}

async function send(response: ServerResponse, { status, headers, body, isCut, delayMs }: ServiceResponse) {
  if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (isCut) {
    response.destroy()
    return
  }
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}
