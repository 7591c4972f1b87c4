import { createSocket } from 'node:dgram'

export interface TestNameServer {
  /** '127.0.0.1:5353' */
  address: string
  /** The TXT record of each name. */
  records: Map<string, string>
  stop(): Promise<void>
}

/** A name server that knows TXT records alone. RFC 1035. */
export async function startNameServer(): Promise<TestNameServer> {
  const records = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, records), port, address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  return {
    ...{ address: `127.0.0.1:${port}`, records },
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

const headLength = 12
const noSuchName = 3

function answerTo(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = []
  let at = headLength
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += 1 + query[at]!
  }
  const question = query.subarray(headLength, at + 5)
  const text = records.get(labels.join('.').toLowerCase())
  const head = Buffer.alloc(headLength)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x81_80 | (text === undefined ? noSuchName : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(text === undefined ? 0 : 1, 6)
  if (text === undefined) return Buffer.concat([head, question])
  // The question's name, TXT, IN, no time to live, one text.
  const answer = Buffer.from([0xc0, headLength, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length])
  return Buffer.concat([head, question, answer, Buffer.from(text, 'latin1')])
}
