import { documentOf, type PrintedDocument } from './printed-document.ts'
import { writePdf } from './write-pdf.ts'

/** Runs in a worker thread. */
export const drawInWorker = (printed: PrintedDocument): Promise<Uint8Array<ArrayBuffer>> =>
  writePdf(documentOf(printed))
