import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import { readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { FoundFiles } from './find-files.ts'

/** With paths within the project; a folder outside of it is a separate project. */
export async function readFiles(
  { folder, files }: Pick<FoundFiles, 'folder' | 'files'>,
  root: string,
): Promise<{ filename: string; bytes: Uint8Array }[]> {
  const inside = relative(root, folder).replaceAll('\\', '/')
  const prefix = inside === '' || inside.startsWith('..') ? '' : `${inside}/`
  const read: { filename: string; bytes: Uint8Array }[] = []
  let size = 0
  for (const file of files) {
    const bytes = await readDocumentFile(join(folder, file))
    size += bytes.length
    if (size > maxDocumentBytes)
      throw new CommandError(exitCodes.unsupported, `The files exceed the total limit of ${limit}.`)
    read.push({ filename: `${prefix}${file}`, bytes })
  }
  return read
}

const limit = `${maxDocumentBytes / 1024 / 1024} MB`

/** Reads a file. Rejects a file that is too large without reading it. */
export async function readDocumentFile(path: string): Promise<Uint8Array> {
  const { size } = await stat(path)
  if (size > maxDocumentBytes)
    throw new CommandError(exitCodes.unsupported, `${path} is larger than ${limit}, the most that is read.`)
  return new Uint8Array(await readFile(path))
}
