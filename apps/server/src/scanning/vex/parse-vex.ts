import type { SourceDocument } from '@assay/engine/inventory.ts'
import { type SignatureCheck, type Trust, verifyDocument } from '@assay/engine/signatures/verify-document.ts'
import { readVexDocument } from '@assay/engine/vex/read-vex.ts'
import type { VexReading } from '@assay/engine/vex/vex-document.ts'

export interface ParseCall {
  path: string
  bytes: Uint8Array
  /** Epoch ms. */
  now: number
}

/** Runs in a worker thread. */
export const parseVex = ({ path, bytes, now }: ParseCall): VexReading => readVexDocument({ path, bytes }, now)

export interface VerifyCall {
  document: SourceDocument
  trust: Trust
}

/** Runs in a worker thread. */
export const verifyVex = ({ document, trust }: VerifyCall): SignatureCheck => verifyDocument(document, trust)
