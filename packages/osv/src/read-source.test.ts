import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, createGzip, deflateRawSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { countSource, readSource } from './read-source.ts'

const folder = temporaryFolder()

async function read(bytes: string | Uint8Array) {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return (await Array.fromAsync(readSource(path, 'file'))).map(({ text, where }) => `${where} ${text}`)
}

const lines = '{"id":"A"}\r\n\n{"id":"B","x":"ü"}'

test.each([
  ['JSON lines', lines, ['file:1 {"id":"A"}\r', 'file:3 {"id":"B","x":"ü"}']],
  ['JSON lines in gzip', gzipSync(lines), ['file:1 {"id":"A"}\r', 'file:3 {"id":"B","x":"ü"}']],
  ['one document', '{\n"id":"A"}\n', ['file {\n"id":"A"}']],
  ['an array', '[{"id":"A"},\n{"id":"B"}]', ['file#/0 {"id":"A"}', 'file#/1 {"id":"B"}']],
  ['nothing', '', []],
])('reads %s', async (_, bytes, texts) => {
  expect(await read(bytes)).toEqual(texts)
})

test('a document longer than one chunk is not split', async () => {
  const text = JSON.stringify({ id: 'A', details: 'é'.repeat(300_000) })
  expect(await read(gzipSync(`${text}\n${text}`))).toEqual([`file:1 ${text}`, `file:2 ${text}`])
})

test('a truncated archive is rejected, and does not crash the process', async () => {
  await expect(read(gzipSync('x'.repeat(10_000)).subarray(0, 20))).rejects.toThrow('unexpected end of file')
})

/** Gzip of one piece repeated many times, created without holding its uncompressed size in memory. */
async function gzipOf(piece: string, times: number): Promise<Buffer> {
  const packed = Readable.from(Array.from({ length: times }, () => piece)).pipe(createGzip())
  return Buffer.concat(await packed.toArray())
}

test('one endless line in gzip is rejected in bounded memory', async () => {
  const bomb = await gzipOf('x'.repeat(1024 * 1024), 400)
  const before = process.memoryUsage().rss
  await expect(read(bomb)).rejects.toThrow('has a line of over 64 MB')
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
})

test('endless lines in gzip are rejected', async () => {
  const bomb = await gzipOf(`"${'x'.repeat(1_000_000)}"\n`, 80)
  await expect(read(bomb)).rejects.toThrow('expands to more than 200 times its size')
})

test('one value spread over many lines is rejected', async () => {
  await expect(read(`[\n${`${'x'.repeat(1_000_000)}\n`.repeat(70)}`)).rejects.toThrow(
    'holds one JSON value of over 64 MB',
  )
})

test('a truncated zip archive is rejected', async () => {
  await expect(read(Buffer.from('PK\u0003\u0004 and no more'))).rejects.toThrow(/end of central directory/i)
})

interface ZippedFile {
  text: string
  /** Compression method: 8 is deflate, 0 none. */
  method?: number
  flags?: number
  /** The stated size, if it is another. */
  bytes?: number
}

/** Local headers, then the directory: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
function zip(files: Record<string, ZippedFile>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  for (const [name, { text, method = 8, flags = 0, bytes = Buffer.byteLength(text) }] of Object.entries(
    files,
  )) {
    const content = method === 8 ? deflateRawSync(text) : Buffer.from(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(text), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(bytes, 18)
    common.writeUInt16LE(name.length, 22)
    const end = Buffer.alloc(14)
    end.writeUInt32LE(Buffer.concat(locals).length, 10)
    const local = [Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), content]
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), common, end, Buffer.from(name))
    locals.push(...local)
  }
  const [body, entries] = [Buffer.concat(locals), Buffer.concat(directory)]
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(body.length, 12)
  return Buffer.concat([body, entries, Buffer.from('PK\u0005\u0006'), end])
}

test('reads the documents of a zip archive, compressed or not, alone or several in a file', async () => {
  const archive = zip({
    'A.json': { text: '{"id":"A"}' },
    'B.json': { text: '{\n  "id": "B"\n}', method: 0 },
    'C.jsonl': { text: '{"id":"C"}\n{"id":"D"}' },
    'E.json': { text: '[{"id":"E"},{"id":"F"}]' },
    'G.json': { text: '{"id":"G"}\n{"id":"H"}' },
    'empty.json': { text: '', method: 0 },
    'readme.txt': { text: 'not a document' },
  })
  expect(await read(archive)).toEqual([
    'file/A.json {"id":"A"}',
    'file/B.json {\n  "id": "B"\n}',
    'file/C.jsonl:1 {"id":"C"}',
    'file/C.jsonl:2 {"id":"D"}',
    'file/E.json#/0 {"id":"E"}',
    'file/E.json#/1 {"id":"F"}',
    'file/G.json:1 {"id":"G"}',
    'file/G.json:2 {"id":"H"}',
    'file/empty.json ',
  ])
})

test('reads more entries than fit into one window of the file', async () => {
  const details = 'é'.repeat(30_000)
  const files = Array.from({ length: 60 }, (_, number) => [
    `${number}.json`,
    { text: JSON.stringify({ id: `A-${number}`, details }), method: 0 },
  ])
  const archive = zip(Object.fromEntries(files) as Record<string, ZippedFile>)
  expect(archive.length).toBeGreaterThan(3 * 1024 * 1024)
  const texts = await read(archive)
  expect(texts.map((text) => JSON.parse(text.slice(text.indexOf('{'))) as unknown)).toEqual(
    Array.from({ length: 60 }, (_, number) => ({ id: `A-${number}`, details })),
  )
  expect(await countSource(join(folder, 'file'), 'file')).toBe(60)
})

test.each<[string, ZippedFile, RegExp]>([
  ['more content than stated', { text: 'x'.repeat(100), bytes: 10 }, /larger than 10 bytes|10/],
  ['less content than stated', { text: 'xx', bytes: 1000 }, /another size than stated/],
  ['an encrypted file', { text: '{}', flags: 1 }, /encrypted/],
  ['an unknown compression', { text: '{}', method: 14 }, /another method than deflate/],
  ['a file of 40 MB', { text: ' '.repeat(40 * 1024 * 1024) }, /larger than any advisory/],
])('rejects a zip archive with %s', async (_, file, message) => {
  await expect(read(zip({ 'A.json': file }))).rejects.toThrow(message)
})

test('counts the documents of a file that is no archive', async () => {
  await read(lines)
  expect(await countSource(join(folder, 'file'), 'file')).toBe(2)
})
