import type { FilePart } from '@assay/contract/endpoint.ts'
import type { Issue, SourceDocument } from '@assay/engine/inventory.ts'
import type { SignatureCheck, Trust } from '@assay/engine/signatures/verify-document.ts'
import type { VexDocument, VexReading } from '@assay/engine/vex/vex-document.ts'
import { readFile } from 'node:fs/promises'
import { Problem } from '#platform/http/problem.ts'
import { sizeOf } from '#platform/uploads/receive-file.ts'
import { limitMessage } from '#scanning/builds/reading/limit-message.ts'
import { runBySize } from '#scanning/builds/reading/run-by-size.ts'
import { type ParseCall, parseVex, type VerifyCall, verifyVex } from './parse-vex.ts'

/** Enough for tens of thousands of statements. */
const maxVexBytes = 16 * 1024 * 1024

interface ReadVex {
  document: VexDocument
  issues: Issue[]
  bytes: Uint8Array
}

/** Reads an uploaded document. Throws Problem if it has no usable statement. */
export async function readVex({ filename, bytes, spooled }: FilePart): Promise<ReadVex> {
  if (sizeOf({ bytes, ...(spooled && { spooled }) }) > maxVexBytes)
    throw new Problem(413, 'tooLarge', 'A VEX document can have at most 16 MB')
  const content = spooled ? await readFile(spooled.path) : bytes
  const path = filename.split(/[/\\]/).at(-1) || 'vex.json'
  const { document, issues } = await readInWorker({ path, bytes: content, now: Date.now() })
  if (document) return { document, issues, bytes: content }
  const details = issues.slice(0, 20).map(({ where, message }) => ({ path: where, message }))
  const message = issues.at(-1)?.message ?? 'The document could not be read'
  throw new Problem(400, 'unreadableDocument', message).withDetails(details)
}

/** Reads a stored document again. at: when it was added, for statements without a time. */
export const readStoredVex = (bytes: Uint8Array, at: Date): Promise<VexReading> =>
  readInWorker({ path: 'vex.json', bytes, now: at.getTime() }, true)

/** Whether the document is signed by whom the account trusts. */
export function verifyInWorker(document: SourceDocument, trust: Trust): Promise<SignatureCheck> {
  const work = { module: new URL('parse-vex.ts', import.meta.url), name: verifyVex.name }
  const load = async (): Promise<VerifyCall> => ({ document, trust })
  return runBySize<SignatureCheck>({ ...work, size: document.bytes.length, load })
}

async function readInWorker(call: ParseCall, isBackground = false): Promise<VexReading> {
  const work = { module: new URL('parse-vex.ts', import.meta.url), name: parseVex.name, isBackground }
  try {
    return await runBySize<VexReading>({ ...work, size: call.bytes.length, load: async () => call })
  } catch (error) {
    const message = limitMessage(error, 'The document', 'read')
    if (message === null) throw error
    return { document: null, issues: [{ code: 'document-too-complex', message, where: call.path }] }
  }
}
