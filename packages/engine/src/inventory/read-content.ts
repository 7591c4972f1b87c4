import { contentCatalogers } from './catalogers.ts'
import type { ContentContext, Found } from './model/cataloger.ts'
import { canBeScript, maxScriptBytes, scriptHeadBytes } from '../documents/manifests/python/script-head.ts'
import { canBeProgram } from './programs/open-programs.ts'
import { issueOfFault } from './trees/archive-fault.ts'
import type { ByteSource } from './trees/byte-source.ts'
import type { OpenContext, ProgramReading } from './trees/tar-file.ts'

/** Enough for what a script says of itself, or its first line in front of an archive. */
export const headBytes = scriptHeadBytes

/** Whether a file is read by its content. */
export const isRecognized = (head: Uint8Array): boolean =>
  contentCatalogers.some(({ recognizes }) => recognizes(head))

/** Whether a file that is scanned alone is read by its content, and is no document. */
export const isProgramFile = (head: Uint8Array): boolean =>
  contentCatalogers.some(({ isDocument, recognizes }) => isDocument !== true && recognizes(head))

/** Whether it is worth looking at the first bytes of a file. */
export const canBeRecognized: typeof canBeProgram = (path, file) =>
  canBeScript(path) ? file.size <= maxScriptBytes : canBeProgram(path, file)

/** The packages of a file that is recognized by its content. Never throws. */
export async function readContent(source: ByteSource, context: ContentContext): Promise<Found> {
  const found: Found = { packages: [], issues: [] }
  try {
    const head = await source.read(0, Math.min(headBytes, source.size))
    for (const cataloger of contentCatalogers.filter((each) => each.recognizes(head))) {
      const { packages, issues } = await cataloger.read(source, context)
      found.packages.push(...packages)
      found.issues.push(...issues)
    }
  } catch (error) {
    found.issues.push(issueOfFault(error, context.path))
  }
  return found
}

/** For archives that pass once: recognizes programs, and reads what will be read of them later. */
export const programReading = (context: Pick<OpenContext, 'codecs' | 'budget'>): ProgramReading => ({
  headBytes,
  canBe: canBeRecognized,
  is: isRecognized,
  read: (source, path) => readContent(source, { ...context, path }),
})
