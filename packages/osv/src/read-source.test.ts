import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
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

test('a document longer than what is read at once stays whole', async () => {
  const text = JSON.stringify({ id: 'A', details: 'é'.repeat(300_000) })
  expect(await read(gzipSync(`${text}\n${text}`))).toEqual([`file:1 ${text}`, `file:2 ${text}`])
})

test('an archive that is cut off rejects, and does not end the process', async () => {
  await expect(read(gzipSync('x'.repeat(10_000)).subarray(0, 20))).rejects.toThrow('unexpected end of file')
})
