import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An advisory source with a response per path, which tests can change. */
export interface FeedServer {
  url: string
  responses: Map<string, FeedResponse>
  /** Paths of all requests so far. */
  requests: string[]
  stop(): Promise<void>
}

export type FeedResponse =
  | string
  | Uint8Array
  | ((response: ServerResponse, request: IncomingMessage) => void | Promise<void>)

/** Serves files like an archive: ETag per content, 304 if unchanged, 404 if missing. */
export async function startFeedServer(files: Record<string, FeedResponse> = {}): Promise<FeedServer> {
  const responses = new Map(Object.entries(files))
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/')
    requests.push(path)
    const respond = responses.get(path)
    if (respond === undefined)
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
    else if (typeof respond === 'function') void respond(response, request)
    else sendContent(request, response, respond)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    responses,
    requests,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendContent(request: IncomingMessage, response: ServerResponse, content: string | Uint8Array): void {
  const etag = `"${Buffer.from(content).toString('base64').slice(-40)}-${content.length}"`
  if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
  else response.writeHead(200, { etag }).end(content)
}
