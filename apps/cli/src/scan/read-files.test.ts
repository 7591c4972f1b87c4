import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { exitCodes } from '../exit-codes.ts'
import { readDocumentFile } from './read-files.ts'

let folder: string
beforeEach(() => {
  folder = folderOfTest()
})

it('reads a file', async () => {
  writeFileSync(join(folder, 'bom.json'), '{}')
  expect(await readDocumentFile(join(folder, 'bom.json'))).toEqual(new Uint8Array([0x7b, 0x7d]))
})

it('rejects a file over 256 MB without reading it', async () => {
  const path = join(folder, 'bom.json')
  writeFileSync(path, '')
  truncateSync(path, maxDocumentBytes + 1)
  const before = process.memoryUsage().arrayBuffers
  await expect(readDocumentFile(path)).rejects.toMatchObject({
    code: exitCodes.unsupported,
    message: expect.stringContaining('256 MB'),
  })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024)
})
