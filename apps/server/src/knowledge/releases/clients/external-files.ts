import { type Get, SourceError } from './client.ts'
import { type ArchiveFiles, filesIn, type FileSelection } from './package-files.ts'

/**
 * The files of an archive on a host that may not belong to the registry, such as a code host. Its failures do not
 * affect the registry, and the archive is read at a later check.
 */
export async function fetchExternalFiles(
  get: Get,
  address: string,
  selection: FileSelection,
): Promise<ArchiveFiles | 'unavailable' | null> {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null
  try {
    const response = await get(address, { isExternal: true })
    return response.kind === 'found' ? await filesIn(response.bytes, selection) : null
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return error.isTooLarge ? null : 'unavailable'
  }
}
