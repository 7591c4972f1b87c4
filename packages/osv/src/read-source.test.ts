import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readSource } from './read-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-osv-'))
afterAll(() => rmSync(folder, { recursive: true }))

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
