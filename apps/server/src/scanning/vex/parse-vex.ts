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
