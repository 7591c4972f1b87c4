import { maxDocumentBytes } from '@assay/engine/documents/limits.ts'
import { readFile, stat } from 'node:fs/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'

/** A file's bytes. One that is too large is refused by its size, before it is read. */
export async function readDocumentFile(path: string): Promise<Uint8Array> {
  const { size } = await stat(path)
  if (size > maxDocumentBytes) {
    const limit = `${maxDocumentBytes / 1024 / 1024} MB`
    throw new CommandError(exitCodes.unsupported, `${path} is larger than ${limit}, the most that is read.`)
  }
  return new Uint8Array(await readFile(path))
}
