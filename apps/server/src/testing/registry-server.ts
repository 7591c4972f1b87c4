import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RegistryServer {
  url: string
  /** Responses by 'GET /path'; anything else is 404. */
  handlers: Map<string, RequestListener>
  /** All requests, in order. */
  requests: string[]
  stop(): Promise<void>
}

/** Starts a server whose responses are set by the test. */
export async function startRegistry(): Promise<RegistryServer> {
  const handlers: RegistryServer['handlers'] = new Map()
  const requests: string[] = []
  const server = createServer((request, response) => {
    const key = `${request.method} ${request.url}`
    requests.push(key)
    const handler = handlers.get(key)
    if (handler) handler(request, response)
    else response.writeHead(404).end('not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handlers,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const json =
  (value: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(value))

export const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, headers).end()

/** Answers 304 if the client's copy is current. */
export const cached =
  (etag: string, respond: RequestListener): RequestListener =>
  (request, response) => {
    response.setHeader('etag', etag)
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else respond(request, response)
  }

/** A response that never ends. */
export const endless: RequestListener = (_request, response) => {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', send)
  send()
}

/** Never responds. */
export const silent: RequestListener = () => undefined
