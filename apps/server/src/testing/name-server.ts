import { createSocket } from 'node:dgram'

export interface TestNameServer {
  /** '127.0.0.1:5353' */
  address: string
  /** The TXT records of each name. */
  records: Map<string, string>
  /** The IPv4 addresses of each name: one list per query, the last one for all further queries. */
  addresses: Map<string, string[][]>
  /** The same for IPv6, written out in eight groups. */
  addresses6: Map<string, string[][]>
  /** The canonical name of each alias, with the same addresses. */
  aliases: Map<string, string>
  /** The queries so far: 'A name', 'AAAA name', 'TXT name'. */
  queries: string[]
  stop(): Promise<void>
}

/** A name server for TXT, A, AAAA and CNAME records with a TTL of 0: RFC 1035, RFC 3596. */
export async function startNameServer(): Promise<TestNameServer> {
  const zone: Zone = {
    records: new Map(),
    addresses: new Map(),
    addresses6: new Map(),
    aliases: new Map(),
    queries: [],
  }
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

type Zone = Omit<TestNameServer, 'address' | 'stop'>

const headLength = 12
const noSuchName = 3
const types = { a: 1, cname: 5, txt: 16, aaaa: 28 }
const typeNames = new Map([
  [types.a, 'A'],
  [types.txt, 'TXT'],
  [types.aaaa, 'AAAA'],
])

function answerTo(query: Buffer, zone: Zone): Buffer {
  const labels: string[] = []
  let at = headLength
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += 1 + query[at]!
  }
  const question = query.subarray(headLength, at + 5)
  const type = query.readUInt16BE(at + 1)
  const name = labels.join('.').toLowerCase()
  zone.queries.push(`${typeNames.get(type) ?? type} ${name}`)
  const canonical = zone.aliases.get(name)
  const found = dataOf(zone, canonical ?? name, type)
  const head = Buffer.alloc(headLength)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x81_80 | (found === null ? noSuchName : 0), 2)
  head.writeUInt16BE(1, 4)
  const owner = canonical === undefined ? ofQuestion : nameOf(canonical)
  const answers = (found ?? []).map((data) => recordOf({ owner, type, data }))
  if (canonical !== undefined)
    answers.unshift(recordOf({ owner: ofQuestion, type: types.cname, data: nameOf(canonical) }))
  head.writeUInt16BE(answers.length, 6)
  return Buffer.concat([head, question, ...answers])
}

/** null if the name does not exist, empty if it has no record of the type. */
function dataOf({ records, addresses, addresses6 }: Zone, name: string, type: number): Buffer[] | null {
  const text = records.get(name)
  const [four, six] = [addresses.get(name), addresses6.get(name)]
  if (text === undefined && four === undefined && six === undefined) return null
  if (type === types.txt && text !== undefined)
    return [Buffer.from([text.length, ...Buffer.from(text, 'latin1')])]
  if (type === types.a) return nextOf(four).map((address) => Buffer.from(address.split('.').map(Number)))
  if (type === types.aaaa) return nextOf(six).map((address) => bytesOfGroups(address.split(':')))
  return []
}

const nextOf = (answers: string[][] = []): string[] =>
  (answers.length > 1 ? answers.shift() : answers[0]) ?? []

const bytesOfGroups = (groups: string[]): Buffer =>
  Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')

const nameOf = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ])

/** A pointer to the name of the question. */
const ofQuestion = Buffer.from([0xc0, headLength])

/** Name, type, class IN, TTL 0, data. */
const recordOf = ({ owner, type, data }: { owner: Buffer; type: number; data: Buffer }): Buffer =>
  Buffer.concat([owner, Buffer.from([0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data])
