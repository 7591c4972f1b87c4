import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message as received by a chat service or webhook. */
export interface ReceivedPost {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** The service's response to its next request. */
export type ChannelResponse = (response: ServerResponse) => void

export interface ChannelServer {
  url: string
  received: ReceivedPost[]
  /** Queued responses to the next requests; after that, everything is accepted. */
  responses: ChannelResponse[]
}

export const status =
  (code: number, text = '', headers: Record<string, string> = {}): ChannelResponse =>
  (response) =>
    void response.writeHead(code, headers).end(text)

/** Imitates every chat service: Slack and Mattermost answer ok, Teams 202, Discord 204. */
export async function startChannelServer(): Promise<ChannelServer> {
  const received: ReceivedPost[] = []
  const responses: ChannelResponse[] = []
  const usual = new Map<string, ChannelResponse>([
    ['/teams', status(202)],
    ['/discord', status(204)],
    ['/googleChat', status(200, '{"name":"spaces/A/messages/B"}')],
  ])
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
      const respond = responses.shift() ?? usual.get(path.split('?', 1)[0]!) ?? status(200, 'ok')
      respond(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, responses }
}
