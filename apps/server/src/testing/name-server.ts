import { createSocket } from 'node:dgram'

export interface TestNameServer {
  /** '127.0.0.1:5353' */
  address: string
  /** The TXT records of each name. */
  records: Map<string, string>
  /** The IPv4 addresses of each name: one list per query, the last one for all further queries. */
  addresses: Map<string, string[][]>
  stop(): Promise<void>
}

/** A name server for TXT and A records: RFC 1035. */
export async function startNameServer(): Promise<TestNameServer> {
  const zone: Zone = { records: new Map(), addresses: new Map() }
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, zone), port, address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  return {
    address: `127.0.0.1:${port}`,
    ...zone,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

type Zone = Pick<TestNameServer, 'records' | 'addresses'>

const headLength = 12
const noSuchName = 3
const types = { a: 1, txt: 16 }

function answerTo(query: Buffer, zone: Zone): Buffer {
  const labels: string[] = []
  let at = headLength
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += 1 + query[at]!
  }
  const question = query.subarray(headLength, at + 5)
  const type = query.readUInt16BE(at + 1)
  const found = dataOf(zone, labels.join('.').toLowerCase(), type)
  const head = Buffer.alloc(headLength)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x81_80 | (found === null ? noSuchName : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(found?.length ?? 0, 6)
  return Buffer.concat([head, question, ...(found ?? []).map((data) => recordOf(type, data))])
}

/** null if the name does not exist, empty if it has no record of the type. */
function dataOf({ records, addresses }: Zone, name: string, type: number): Buffer[] | null {
  const text = records.get(name)
  const answers = addresses.get(name)
  if (text === undefined && answers === undefined) return null
  if (type === types.txt && text !== undefined)
    return [Buffer.from([text.length, ...Buffer.from(text, 'latin1')])]
  if (type !== types.a || answers === undefined) return []
  const current = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
  return current.map((address) => Buffer.from(address.split('.').map(Number)))
}

/** Name of the question, type, class IN, TTL 0, data. */
const recordOf = (type: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xc0, headLength, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data])
