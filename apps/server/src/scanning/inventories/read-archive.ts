import { scanArchive, type ScannedTree } from '@assay/engine/inventory/archives/catalog-archive.ts'
import { documentOfTree, nothingFound } from '@assay/engine/inventory/archives/document-of-tree.ts'
import { issueOfFault } from '@assay/engine/inventory/trees/archive-fault.ts'
import { budgetOf, treeLimits } from '@assay/engine/inventory/trees/budget.ts'
import { memorySource } from '@assay/engine/inventory/trees/byte-source.ts'
import type { Issue, SourceDocument } from '@assay/engine/inventory.ts'
import { writeFile } from 'node:fs/promises'
import { fileSource } from './file-source.ts'
import { nodeCodecs } from './node-codecs.ts'

export interface ArchiveFile {
  name: string
  /** The content, or its beginning if the archive is on disk. */
  bytes: Uint8Array
  spooledPath: string | null
}

/** isWritten: whether the inventory is in the file. */
export interface ReadTree {
  isWritten: boolean
  /** Documents beside it, by their paths in the archive. */
  manifests: SourceDocument[]
  issues: Issue[]
}

const mb = 1024 * 1024
const maxMs = 10 * 60_000

/** Smaller than those of the command line: several members upload at once. */
const limits = {
  ...treeLimits,
  maxUnpackedBytes: 16 * 1024 * mb,
  maxKeptBytes: 256 * mb,
  maxFileBytes: 128 * mb,
}

export const platformChoice = (platform: string | null) => ({
  platform: platform ?? 'linux/amd64',
  isExplicit: platform !== null,
})

export const readingLimits = () => {
  const end = Date.now() + maxMs
  const startBudget = () => budgetOf(limits, () => Date.now() > end)
  return { codecs: nodeCodecs, startBudget, usesAttached: false }
}

/** Runs in a process with little memory: writes the packages of an archive to a file, as a CycloneDX document. */
export async function readArchive({
  archive: { name, bytes, spooledPath },
  path,
}: {
  archive: ArchiveFile
  path: string
}): Promise<ReadTree> {
  const source = spooledPath === null ? memorySource(bytes) : await fileSource(spooledPath)
  const reading = { ...readingLimits(), name, choice: platformChoice(null) }
  return writeTree(() => scanArchive(source, reading), { name, path })
}

/** What cannot be read at all is an issue. */
export async function writeTree(
  scan: () => Promise<ScannedTree | null>,
  { name, path }: { name: string; path: string },
): Promise<ReadTree> {
  try {
    const scanned = await scan()
    const document = scanned && documentOfTree(scanned, name)
    if (!document) return notWritten(nothing(name, scanned))
    await writeFile(path, document.bytes, { mode: 0o600 })
    return { isWritten: true, manifests: document.manifests, issues: document.issues }
  } catch (error) {
    return notWritten(issueOfFault(error, name))
  }
}

export const notWritten = (issue: Issue): ReadTree => ({ isWritten: false, manifests: [], issues: [issue] })

const nothing = (name: string, scanned: ScannedTree | null): Issue => ({
  code: 'archive-empty',
  message: scanned ? nothingFound(name, scanned) : `${name} is no archive that can be read.`,
  where: name,
  isUnread: true,
})
