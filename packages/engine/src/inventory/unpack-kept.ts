import { catalogers } from './catalogers.ts'
import type { KeptFiles } from './kept-files.ts'
import { ArchiveFault, issueOfFault } from './trees/archive-fault.ts'
import type { Budget } from './trees/budget.ts'
import type { Codecs } from './trees/codecs.ts'
import { unpackFile } from './trees/unpack.ts'

const maxBytes = 64 * 1024 * 1024
const compressed = catalogers.filter(({ isCompressed }) => isCompressed === true)

/** Puts what is in compressed files in their place. One that cannot be unpacked is left out, with an issue. */
export async function unpackKept(
  { files, issues }: Pick<KeptFiles, 'files' | 'issues'>,
  context: { codecs: Codecs; budget: Budget },
): Promise<void> {
  for (const [path, file] of files) {
    if (!compressed.some((each) => each.claims(path))) continue
    try {
      const bytes = await unpackFile(file.bytes, maxBytes, context)
      if (bytes === null) throw new ArchiveFault('file-too-large', tooLarge)
      files.set(path, { ...file, bytes })
    } catch (error) {
      files.delete(path)
      issues.push(issueOfFault(error, path))
    }
  }
}

const tooLarge = `Unpacked, the file is larger than ${maxBytes / 1024 ** 2} MiB.`
