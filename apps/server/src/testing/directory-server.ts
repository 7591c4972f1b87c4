import { Ber, BerReader, BerWriter } from 'ldapts'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { tlsCertificate } from './tls-certificate.ts'

export interface DirectoryEntry {
  dn: string
  /** undefined: it cannot log in. */
  password?: string
  attributes: Record<string, (string | Buffer)[]>
}

/** An LDAP server over TLS, as far as logins need one. RFC 4511. */
export interface TestDirectory {
  /** 'ldaps://127.0.0.1:…' */
  url: string
  /** The same with StartTLS. */
  plainUrl: string
  entries: DirectoryEntry[]
  /** Names for which somebody tried to bind, in order. */
  binds: string[]
  /** What was sent before TLS: the tags of the operations. */
  unencrypted: number[]
  /** Continuation references that each search returns, too. */
  references: string[]
  /** Refuses to start TLS. */
  refusesTls: boolean
  /** Accepts connections and answers nothing. */
  hangs: boolean
  /** Result code of binds with a wrong password. */
  wrongPassword: number
  /** Bytes of nonsense that each search returns, too. */
  padding: number
  stop(): Promise<void>
}

const tags = { bind: 0x60, unbind: 0x42, search: 0x63, extended: 0x77, controls: 0xa0 }
const codes = { success: 0, protocolError: 2, confidentialityRequired: 13, invalidCredentials: 49 }
const startTls = '1.3.6.1.4.1.1466.20037'

export async function startDirectory(certificate = tlsCertificate): Promise<TestDirectory> {
  const sockets = new Set<Socket>()
  const state: TestDirectory = {
    url: '',
    plainUrl: '',
    entries: [],
    binds: [],
    unencrypted: [],
    references: [],
    refusesTls: false,
    hangs: false,
    wrongPassword: codes.invalidCredentials,
    padding: 0,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([secure, plain].map((each) => new Promise((resolve) => each.close(resolve))))
    },
  }
  const track = (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.on('close', () => sockets.delete(socket))
  }
  const upgrade = (socket: Socket) => {
    const encrypted = new TLSSocket(socket, { isServer: true, ...certificate })
    track(encrypted)
    serve(encrypted, state, null)
  }
  const secure = createTlsServer(certificate, (socket) => serve(socket, state, null)).on('connection', track)
  const plain = createServer((socket) => {
    track(socket)
    serve(socket, state, () => upgrade(socket))
  })
  for (const each of [secure, plain])
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve))
  const portOf = (server: typeof plain) => (server.address() as AddressInfo).port
  state.url = `ldaps://127.0.0.1:${portOf(secure)}`
  state.plainUrl = `ldap://127.0.0.1:${portOf(plain)}`
  return state
}

/** With a way to TLS if there is none yet. */
function serve(socket: Socket, state: TestDirectory, upgrade: (() => void) | null): void {
  let rest = Buffer.alloc(0)
  const read = (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (let message = nextMessage(rest); message; message = nextMessage(rest)) {
      rest = rest.subarray(message.bytes)
      if (!state.hangs) answer(message.reader)
    }
  }
  const answer = (reader: BerReader): void => {
    const id = reader.readInt()!
    const tag = reader.peek()!
    if (tag === tags.unbind) {
      socket.end()
      return
    }
    reader.readSequence()
    if (upgrade) state.unencrypted.push(tag)
    if (tag === tags.extended) {
      const isAccepted = upgrade !== null && !state.refusesTls && reader.readString(0x80) === startTls
      socket.write(result({ id, tag: 0x78 }, isAccepted ? codes.success : codes.protocolError))
      if (isAccepted) {
        socket.off('data', read)
        upgrade()
      }
      return
    }
    if (upgrade) socket.write(result({ id, tag: tag + 1 }, codes.confidentialityRequired))
    else if (tag === tags.bind) socket.write(result({ id, tag: 0x61 }, bind(reader, state)))
    else socket.write(search(id, reader, state))
  }
  socket.on('data', read)
}

function nextMessage(buffer: Buffer): { reader: BerReader; bytes: number } | null {
  const reader = new BerReader(buffer)
  if (reader.readSequence() === null || reader.remain < reader.length) return null
  const bytes = reader.offset + reader.length
  const own = new BerReader(buffer.subarray(0, bytes))
  own.readSequence()
  return { reader: own, bytes }
}

/** Without a password, it succeeds for every name: RFC 4513, 5.1.2. */
function bind(reader: BerReader, state: TestDirectory): number {
  reader.readInt()
  const dn = reader.readString()!
  const password = reader.readString(0x80)!
  state.binds.push(dn)
  if (password === '') return codes.success
  const entry = state.entries.find((each) => each.dn.toLowerCase() === dn.toLowerCase())
  return entry?.password === password ? codes.success : state.wrongPassword
}

function search(id: number, reader: BerReader, state: TestDirectory): Buffer {
  const base = reader.readString()!.toLowerCase()
  reader.readEnumeration()
  reader.readEnumeration()
  const sizeLimit = reader.readInt()!
  reader.readInt()
  reader.readBoolean()
  const isMatch = readFilter(reader)
  const asked = readTexts(reader)
  const page = readPage(reader)
  const found = state.entries.filter(({ dn }) => dn.toLowerCase().endsWith(base)).filter(isMatch)
  const start = page?.from ?? 0
  const end = start + Math.min(page?.size || found.length, sizeLimit || found.length)
  const messages = found.slice(start, end).map((entry) => entryMessage(id, entry, asked))
  for (const uri of state.references)
    messages.push(message({ id, tag: 0x73 }, (writer) => writer.writeString(uri)))
  if (state.padding > 0)
    messages.push(message({ id: 0, tag: 0x64 }, (writer) => writer.writeString('x'.repeat(state.padding))))
  const isMore = end < found.length
  const cookie = page ? (isMore ? String(end) : '') : undefined
  messages.push(result({ id, tag: 0x65, cookie }, isMore && !page ? 4 : codes.success))
  return Buffer.concat(messages)
}

type Match = (entry: DirectoryEntry) => boolean

const valuesOf = ({ attributes }: DirectoryEntry, name: string): string[] =>
  Object.entries(attributes)
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .flatMap(([, values]) => values.map((each) => textOf(each)))
/** Bytes are compared as they are, texts without case. */
const textOf = (value: string | Buffer) => Buffer.from(value).toString('latin1').toLowerCase()

function readFilter(reader: BerReader): Match {
  const tag = reader.peek()!
  if (tag === 0x87) {
    const name = reader.readString(tag)!
    return (entry) => valuesOf(entry, name).length > 0
  }
  reader.readSequence()
  const end = reader.offset + reader.length
  if (tag === 0xa0 || tag === 0xa1 || tag === 0xa2) {
    const parts: Match[] = []
    while (reader.offset < end) parts.push(readFilter(reader))
    if (tag === 0xa0) return (entry) => parts.every((each) => each(entry))
    return tag === 0xa1 ? (entry) => parts.some((each) => each(entry)) : (entry) => !parts[0]!(entry)
  }
  if (tag === 0xa9) throw new Error('This directory has no matching rules')
  const name = reader.readString()!
  if (tag === 0xa4) return readSubstrings(reader, name)
  const value = textOf(reader.readString(Ber.OctetString, true)!)
  return (entry) => valuesOf(entry, name).includes(value)
}

function readSubstrings(reader: BerReader, name: string): Match {
  reader.readSequence()
  const end = reader.offset + reader.length
  const parts = new Map<number, string>()
  while (reader.offset < end) {
    const tag = reader.peek()!
    parts.set(tag, textOf(reader.readString(tag, true)!))
  }
  const [initial, any, final] = [0x80, 0x81, 0x82].map((tag) => parts.get(tag) ?? '') as [
    string,
    string,
    string,
  ]
  return (entry) =>
    valuesOf(entry, name).some(
      (value) => value.startsWith(initial) && value.includes(any) && value.endsWith(final),
    )
}

function readTexts(reader: BerReader): string[] {
  reader.readSequence()
  const end = reader.offset + reader.length
  const texts: string[] = []
  while (reader.offset < end) texts.push(reader.readString()!.toLowerCase())
  return texts
}

/** The control of RFC 2696; the cookie is a position. */
function readPage(reader: BerReader): { size: number; from: number } | null {
  if (reader.remain <= 0 || reader.peek() !== tags.controls) return null
  reader.readSequence()
  reader.readSequence()
  reader.readString()
  reader.readBoolean()
  const value = new BerReader(reader.readString(Ber.OctetString, true)!)
  value.readSequence()
  return { size: value.readInt()!, from: Number(value.readString() ?? 0) }
}

function entryMessage(id: number, { dn, attributes }: DirectoryEntry, asked: string[]): Buffer {
  return message({ id, tag: 0x64 }, (writer) => {
    writer.writeString(dn)
    writer.startSequence()
    for (const [name, values] of Object.entries(attributes)) {
      if (!asked.includes(name.toLowerCase())) continue
      writer.startSequence()
      writer.writeString(name)
      writer.startSequence(0x31)
      for (const value of values) writer.writeBuffer(Buffer.from(value), Ber.OctetString)
      writer.endSequence()
      writer.endSequence()
    }
    writer.endSequence()
  })
}

interface Head {
  id: number
  tag: number
  /** Of the next page; undefined without pages. */
  cookie?: string | undefined
}

const result = (head: Head, code: number): Buffer =>
  message(head, (writer) => {
    writer.writeEnumeration(code)
    writer.writeString('')
    writer.writeString('')
  })

function message({ id, tag, cookie }: Head, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(tag)
  write(writer)
  writer.endSequence()
  if (cookie !== undefined) {
    const value = new BerWriter()
    value.startSequence()
    value.writeInt(0)
    value.writeString(cookie)
    value.endSequence()
    writer.startSequence(tags.controls)
    writer.startSequence()
    writer.writeString('1.2.840.113556.1.4.319')
    writer.writeBuffer(value.buffer, Ber.OctetString)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  return writer.buffer
}
