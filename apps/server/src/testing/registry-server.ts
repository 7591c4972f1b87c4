import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RegistryServer {
  url: string
  /** 'GET /path': what is answered there; anything else is 404. */
  answers: Map<string, RequestListener>
  /** What was asked for, in order. */
  requests: string[]
  stop(): Promise<void>
}

/** A server whose answers a test decides. */
export async function startRegistry(): Promise<RegistryServer> {
  const answers: RegistryServer['answers'] = new Map()
  const requests: string[] = []
  const server = createServer((request, response) => {
    const key = `${request.method} ${request.url}`
    requests.push(key)
    const answer = answers.get(key)
    if (answer) answer(request, response)
    else response.writeHead(404).end('not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
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

/** Answers 304 to who has the answer already. */
export const cached =
  (etag: string, answer: RequestListener): RequestListener =>
  (request, response) => {
    response.setHeader('etag', etag)
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else answer(request, response)
  }

/** Never ends by itself. */
export const endless: RequestListener = (_request, response) => {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', send)
  send()
}

/** Answers nothing. */
export const silent: RequestListener = () => undefined
