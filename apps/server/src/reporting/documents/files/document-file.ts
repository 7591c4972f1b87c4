import { ownProperty } from '@assay/engine/own-property.ts'
import type { AppContext } from '#context.ts'
import { WorkMemoryError } from '#platform/worker-threads/isolate.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { WorkTimeError } from '#platform/worker-threads/work-pool.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import { readPrinted, tooLarge } from '#reporting/documents/pdf/printed-document.ts'
import type { ReportDocument } from '@assay/text/documents/document.ts'
import { writeDocumentCsv } from '@assay/text/documents/write-csv.ts'
import { writeHtml } from '@assay/text/documents/write-html.ts'
import { writeDocumentJson } from '@assay/text/documents/write-json.ts'
import { writeMarkdown } from '@assay/text/documents/write-markdown.ts'

type PdfLimits = Pick<AppContext, 'maxPdfBytes'>

interface FileFormat {
  mediaType: string
  write(document: ReportDocument, limits: PdfLimits): AsyncIterable<string | Uint8Array>
}

/** File formats, by extension. */
export const documentFormats = {
  pdf: { mediaType: 'application/pdf', write: (document, limits) => whole(pdfOf(document, limits)) },
  html: {
    mediaType: 'text/html; charset=utf-8',
    write: (document) => writeHtml(document, wordsOf(document)),
  },
  csv: { mediaType: 'text/csv; charset=utf-8', write: writeDocumentCsv },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (document) => whole(xlsxOf(document)),
  },
  json: { mediaType: 'application/json; charset=utf-8', write: writeDocumentJson },
  md: {
    mediaType: 'text/markdown; charset=utf-8',
    write: (document) => writeMarkdown(document, { words: wordsOf(document) }),
  },
} as const satisfies Record<string, FileFormat>

const wordsOf = ({ language }: ReportDocument) => documentTextsIn(language)

/** A whole file of a document that is small enough for memory; undefined for an unknown format. */
export async function writeSmallFile(
  document: ReportDocument,
  { format, ...limits }: PdfLimits & { format: string },
): Promise<{ mediaType: string; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const known: FileFormat | undefined = ownProperty<FileFormat>(documentFormats, format)
  if (!known) return undefined
  const parts: Uint8Array[] = []
  for await (const part of known.write(document, limits)) parts.push(Buffer.from(part))
  return { mediaType: known.mediaType, bytes: Buffer.concat(parts) }
}

const drawing = {
  kind: 'draw',
  module: new URL('../pdf/draw-in-worker.ts', import.meta.url),
  name: 'drawInWorker',
} as const

/**
 * In a thread, since thousands of rows take seconds to draw, which would block all requests. Throws Problem 413 if it
 * takes more memory or time than the thread has.
 */
export async function pdfOf(
  document: ReportDocument,
  { maxPdfBytes }: PdfLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const printed = await readPrinted(document, maxPdfBytes)
  try {
    return await runInWorker(drawing, printed)
  } catch (error) {
    throw drawingProblemOf(error)
  }
}

/** For limits of the thread, a problem that says what to do. */
export const drawingProblemOf = (error: unknown): unknown =>
  error instanceof WorkMemoryError || error instanceof WorkTimeError ? tooLarge() : error

async function xlsxOf(document: ReportDocument): Promise<Uint8Array> {
  return (await import('./write-xlsx-file.ts')).writeXlsxFile(document)
}

async function* whole(bytes: Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await bytes
}
