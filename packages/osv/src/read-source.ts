import { isEuCatalog } from '@assay/engine/advisories/exploit-signals.ts'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** An unparsed advisory document. */
export interface SourceText {
  text: string
  /** The file and the line or entry, for people. */
  where: string
  /** The text as the archive packs it, if it is an entry of its own: raw deflate. */
  deflated?: Uint8Array
}

const mb = 1024 * 1024

/** Maximum characters of a JSON line or an archive entry. Records have kilobytes, the largest a few megabytes. */
const maxDocumentLength = 32 * mb

/** Maximum characters of a file with one JSON value or list, which is held in memory: the largest, EPSS, has 12 MB. */
const maxWholeLength = 64 * mb

/** Maximum compression ratio. Text compresses to about a tenth; higher ratios are decompression bombs. */
const maxRatio = 200

/** Uncompressed size up to which any ratio is allowed. */
const freeBytes = 64 * mb

/**
 * The documents of a file: JSON (one or an array), JSON lines, either of them in gzip, or a zip archive of them.
 * Detects the format by the first bytes. Throws on a broken archive.
 */
export async function* readSource(path: string, name: string): AsyncGenerator<SourceText> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    if (isZip(buffer, bytesRead)) yield* readArchive(handle, name)
    else yield* readStream(path, { isGzip: buffer.readUInt16BE() === 0x1f_8b, name })
  } finally {
    await handle.close()
  }
}

async function* readStream(
  path: string,
  { isGzip, name }: { isGzip: boolean; name: string },
): AsyncGenerator<SourceText> {
  const stream = createReadStream(path)
  const { size } = await stat(path)
  yield* readText(isGzip ? bounded(pipeGunzip(stream), { packedBytes: size, name }) : stream, name)
}

/** A broken gzip must end the reader, not the process. */
function pipeGunzip(stream: Readable): Readable {
  const gunzip = createGunzip()
  stream.on('error', (error) => gunzip.destroy(error))
  return stream.pipe(gunzip)
}

interface Packed {
  packedBytes: number
  name: string
}

/** Throws if the content exceeds that of real archives of this size. */
async function* bounded(stream: Readable, { packedBytes, name }: Packed): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > freeBytes && size > packedBytes * maxRatio)
      throw new Error(
        `${name} expands to more than ${maxRatio} times its size: it is not an archive of advisories`,
      )
    yield chunk
  }
}

/** JSON lines if the first line is a complete document; otherwise one JSON value over all lines. */
async function* readText(stream: AsyncIterable<Buffer>, name: string): AsyncGenerator<SourceText> {
  const buffered: string[] = []
  let heldLength = 0
  let isLines: boolean | undefined
  let number = 0
  for await (const line of linesOf(stream, name)) {
    number++
    if (line.trim() === '') continue
    isLines ??= isDocument(line)
    if (isLines) {
      if (line.length > maxDocumentLength) throw new Error(`${name}:${number} is larger than any advisory`)
      yield { text: line, where: `${name}:${number}` }
      continue
    }
    heldLength += line.length
    if (heldLength > maxWholeLength)
      throw new Error(
        `${name} holds one JSON value of over ${maxWholeLength / mb} MB: JSON lines may be longer`,
      )
    buffered.push(line)
  }
  if (buffered.length > 0) yield* splitArray(buffered.join('\n'), name)
}

/** Errors of the stream come out of the loop; readline would throw some of them at the process. */
async function* linesOf(stream: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let buffered: string[] = []
  let heldLength = 0
  const hold = (text: string) => {
    heldLength += text.length
    if (heldLength > maxWholeLength) throw new Error(`${name} has a line of over ${maxWholeLength / mb} MB`)
    buffered.push(text)
  }
  const release = () => {
    const line = buffered.join('')
    buffered = []
    heldLength = 0
    return line
  }
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true })
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      hold(text.slice(start, end))
      yield release()
      start = end + 1
    }
    if (start < text.length) hold(text.slice(start))
  }
  hold(decoder.decode())
  if (heldLength > 0) yield release()
}

function isDocument(line: string): boolean {
  if (!line.trimStart().startsWith('{')) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    // A broken first line of a JSON lines file is a single invalid document.
    return line.trimEnd().endsWith('}')
  }
}

function* splitArray(text: string, name: string): Generator<SourceText> {
  if (!text.trimStart().startsWith('[') || isEuCatalog(text)) {
    yield { text, where: name }
    return
  }
  const values = JSON.parse(text) as unknown[]
  for (const [index, value] of values.entries())
    yield { text: JSON.stringify(value), where: `${name}#/${index}` }
}

async function* readArchive(handle: FileHandle, name: string): AsyncGenerator<SourceText> {
  const { readZip } = await import('./read-zip.ts')
  for await (const entry of readZip(handle)) {
    const where = `${name}/${entry.name}`
    if (!isDocumentFile.test(entry.name)) continue
    if (entry.bytes > maxDocumentLength) throw new Error(`${where} is larger than any advisory`)
    const { content, deflated } = await entry.read()
    // Nearly all are one document each.
    if (entry.name.endsWith('.json') && !hasSeveralLines(content))
      for (const each of splitArray(content.toString(), where))
        yield deflated !== null && each.where === where ? { ...each, deflated } : each
    else yield* readText(toStream(content), where)
  }
}

const isDocumentFile = /\.jsonl?$/
const hasSeveralLines = (content: Buffer) => content.includes('\n{')

async function* toStream(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** How many documents a file has, for progress: of an archive, by its directory alone. */
export async function countSource(path: string, name: string): Promise<number> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    if (isZip(buffer, bytesRead)) return await countEntries(handle)
  } finally {
    await handle.close()
  }
  let count = 0
  for await (const _ of readSource(path, name)) count++
  return count
}

async function countEntries(handle: FileHandle): Promise<number> {
  const { readZip } = await import('./read-zip.ts')
  let count = 0
  for await (const { name } of readZip(handle)) if (isDocumentFile.test(name)) count++
  return count
}

const isZip = (start: Buffer, bytesRead: number) => bytesRead === 4 && start.readUInt32BE() === 0x50_4b_03_04
