import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeResponse {
  status?: number
  body: unknown
  /** Closes the connection instead of responding. */
  isCut?: true
}

interface Received {
  call: string
  authorization: string | undefined
  idempotencyKey: string | undefined
  body: string
}

export interface FakeServer {
  url: string
  received: Received[]
  close(): Promise<void>
}

/** Responds to each 'METHOD /path' (without query) with its next queued response; the last one repeats. */
export async function startFakeServer(responses: Record<string, FakeResponse[]>): Promise<FakeServer> {
  const received: Received[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = await readRequest(request)
    received.push(sent)
    const list = responses[sent.call.split('?')[0]!] ?? []
    const fake = (list.length > 1 ? list.shift() : list[0]) ?? unknownCall
    if (fake.isCut) request.socket.destroy()
    else response.writeHead(fake.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(fake.body))
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

const unknownCall: FakeResponse = {
  status: 404,
  body: { errorType: 'notFound', message: 'This address does not exist' },
}

async function readRequest(request: IncomingMessage): Promise<Received> {
  const { method, url, headers } = request
  return {
    call: `${method} ${url}`,
    authorization: headers.authorization,
    idempotencyKey: headers['idempotency-key']?.toString(),
    body: await readBody(request),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
