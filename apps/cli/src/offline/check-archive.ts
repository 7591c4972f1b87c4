import { ArchiveError, type ArchiveLine, readArchiveLine } from '@assay/osv/knowledge-archive.ts'
import { readSource } from '@assay/osv/read-source.ts'
import { basename } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'

export type ArchiveHeader = Extract<ArchiveLine, { assay: 'knowledge' }>

/** Allowance for clock skew. */
const maxAheadMs = 24 * 3_600_000

/** Reads an archive completely and returns its header. Throws CommandError if it is invalid or truncated. */
export async function checkArchive(path: string): Promise<ArchiveHeader> {
  const name = basename(path)
  try {
    let header: ArchiveHeader | null = null
    let last: ArchiveLine | null = null
    let lines = 0
    for await (const { text } of readSource(path, name)) {
      last = readArchiveLine(text)
      if (last?.assay === 'knowledge') header ??= last
      if (header === null) break
      lines++
    }
    if (header === null) throw new ArchiveError('it is not an archive of an Assay server')
    if (last?.assay !== 'end' || last.lines !== lines - 1) throw new ArchiveError('its end is missing')
    if (header.exportedAt > Date.now() + maxAheadMs) throw new ArchiveError('it was written in the future')
    return header
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(exitCodes.unsupported, `${path} cannot be used: ${reason}.`)
  }
}
