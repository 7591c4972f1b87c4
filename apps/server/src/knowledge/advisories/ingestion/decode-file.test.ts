import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zipOf } from '#testing/zip.ts'
import { unpackDocument } from '#knowledge/advisories/clusters/stored-document.ts'
import type { Decoded } from './decode.ts'
import { decodeFile } from './decode-file.ts'

const folder = temporaryFolder()

async function decodeAll(content: string | Uint8Array, size: number): Promise<Decoded[][]> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const file = await decodeFile({ path, name: 'all.zip' })
  const batches: Decoded[][] = []
  try {
    for (let batch = await file.next(size); batch !== null; batch = await file.next(size)) batches.push(batch)
  } finally {
    await file.close()
  }
  expect(batches.flat()).toHaveLength(file.expected)
  return batches
}

/** Texts that stay as large when they are compressed. */
const textsOf = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({ id: `GHSA-${at}`, details: `ü${randomBytes(bytes).toString('base64')}` }),
  )
const large = textsOf(30, 60_000)
const small = textsOf(5, 100)
const zipped = (texts: string[]) => zipOf(Object.fromEntries(texts.map((text, at) => [`${at}.json`, text])))

test.each<[string, string[], string | Uint8Array]>([
  ['a small archive', small, zipped(small)],
  ['a large archive, in a thread', large, zipped(large)],
  ['small JSON lines', small, small.join('\n')],
  ['large JSON lines, in a thread', large, large.join('\n')],
])('%s gives the records of each document with its digest and text', async (_, texts, content) => {
  const batches = await decodeAll(content, 4)
  expect(batches.slice(0, -1).every(({ length }) => length === 4)).toBe(true)
  expect(
    batches.flat().map(({ entry, digest, document }) => ({
      id: entry.kind === 'advisory' && entry.record.id,
      digest: Buffer.from(digest).toString('hex'),
      text: unpackDocument(document),
    })),
  ).toEqual(
    texts.map((text, at) => ({
      id: `GHSA-${at}`,
      digest: createHash('sha256').update(text).digest('hex'),
      text,
    })),
  )
})

test.each([
  ['at its end', (bytes: Buffer) => bytes.subarray(0, -10)],
  ['in a record', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 5000), bytes.subarray(5001)])],
])('a large archive that is broken %s is refused', async (_, damage) => {
  await expect(decodeAll(damage(zipped(large)), 4)).rejects.toThrow(Error)
})
