import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Answer {
  status?: number
  body: unknown
}

interface Received {
  call: string
  authorization: string | undefined
  body: string
}

export interface FakeServer {
  url: string
  received: Received[]
  close(): Promise<void>
}

/** A server that answers each 'METHOD /path' (without query) by the next of its answers; the last one stays. */
export async function startFakeServer(answers: Record<string, Answer[]>): Promise<FakeServer> {
  const received: Received[] = []
  const answerOne = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const body = await readBody(request)
    received.push({ call: `${method} ${url}`, authorization: headers.authorization, body })
    const list = answers[`${method} ${url.split('?')[0]}`] ?? []
    const answer = (list.length > 1 ? list.shift() : list[0]) ?? unknownCall
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  }
  const server = createServer((request, response) => void answerOne(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

const unknownCall = { status: 404, body: { errorType: 'notFound', message: 'No such address' } }

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
