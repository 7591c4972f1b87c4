import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'

/** One advisory document, not yet parsed. */
export interface SourceText {
  text: string
  /** The file and the line or entry, for people. */
  where: string
}

/** A record is some kilobytes; the largest real ones are a few megabytes. */
const longestDocument = 32 * 1024 * 1024

/**
 * The documents of a file: JSON (one or an array), JSON lines, either of them in gzip, or a zip archive of them.
 * What a file is, its first bytes say. Throws on a broken archive.
 */
export async function* readSource(path: string, name: string): AsyncGenerator<SourceText> {
  const handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  const isZip = bytesRead === 4 && buffer.readUInt32BE() === 0x50_4b_03_04
  if (isZip) {
    yield* readZip(handle.fd, name)
    return
  }
  await handle.close()
  const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b
  const stream = createReadStream(path)
  yield* readText(isGzip ? pipeGunzip(stream) : stream, name)
}

/** A broken gzip must end the reader, not the process. */
function pipeGunzip(stream: Readable): Readable {
  const gunzip = createGunzip()
  stream.on('error', (error) => gunzip.destroy(error))
  return stream.pipe(gunzip)
}

/** JSON lines when the first line is a whole document; else one JSON value over all lines. */
async function* readText(stream: Readable, name: string): AsyncGenerator<SourceText> {
  const held: string[] = []
  let heldLength = 0
  let isLines: boolean | undefined
  let number = 0
  for await (const line of linesOf(stream)) {
    number++
    if (line.trim() === '') continue
    isLines ??= isDocument(line)
    if (isLines) {
      yield { text: line, where: `${name}:${number}` }
      continue
    }
    heldLength += line.length
    if (heldLength > longestDocument * 8) throw new Error(`${name} holds one JSON value of over 256 MB`)
    held.push(line)
  }
  if (held.length > 0) yield* splitArray(held.join('\n'), name)
}

/** Errors of the stream come out of the loop; readline would throw some of them at the process. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let held: string[] = []
  for await (const chunk of stream.setEncoding('utf8')) {
    const text = chunk as string
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      held.push(text.slice(start, end))
      yield held.join('')
      held = []
      start = end + 1
    }
    if (start < text.length) held.push(text.slice(start))
  }
  if (held.length > 0) yield held.join('')
}

function isDocument(line: string): boolean {
  if (!line.trimStart().startsWith('{')) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    // A broken first line of a JSON lines file is one bad document among good ones.
    return line.trimEnd().endsWith('}')
  }
}

function* splitArray(text: string, name: string): Generator<SourceText> {
  if (!text.trimStart().startsWith('[')) {
    yield { text, where: name }
    return
  }
  const values = JSON.parse(text) as unknown[]
  for (const [index, value] of values.entries())
    yield { text: JSON.stringify(value), where: `${name}#/${index}` }
}

async function* readZip(fd: number, name: string): AsyncGenerator<SourceText> {
  const { fromFd } = await import('yauzl')
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromFd(fd, { lazyEntries: true, autoClose: true }, (error, file) =>
      error ? reject(error) : resolve(file),
    )
  })
  for await (const entry of entriesOf(zip)) {
    const where = `${name}/${entry.fileName}`
    if (!/\.jsonl?$/.test(entry.fileName)) continue
    if (entry.uncompressedSize > longestDocument) throw new Error(`${where} is larger than any advisory`)
    yield* readText(await openEntry(zip, entry), where)
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip
        .once('entry', resolve)
        .once('end', () => resolve(null))
        .once('error', reject)
      zip.readEntry()
    })
    zip.removeAllListeners()
    if (!entry) return
    yield entry
  }
}

const openEntry = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })
