import { ownProperty } from '@assay/engine/own-property.ts'
import type { AppContext } from '#context.ts'
import { WorkMemoryError } from '#platform/worker-threads/isolate.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { WorkTimeError } from '#platform/worker-threads/work-pool.ts'
import { type ReportDocument, type Column, textOf } from '#reporting/documents/document.ts'
import { readPrinted, tooLarge } from '#reporting/documents/pdf/printed-document.ts'
import { writeHtmlFile } from './write-html-file.ts'
import { writeJsonFile } from './write-json-file.ts'
import { writeMarkdownFile } from './write-markdown-file.ts'
import { writeCsv } from '@assay/text/csv.ts'

type PdfLimits = Pick<AppContext, 'maxPdfBytes'>

interface FileFormat {
  mediaType: string
  write(document: ReportDocument, limits: PdfLimits): AsyncIterable<string | Uint8Array>
}

/** File formats, by extension. */
export const documentFormats = {
  pdf: { mediaType: 'application/pdf', write: (document, limits) => whole(pdfOf(document, limits)) },
  html: { mediaType: 'text/html; charset=utf-8', write: writeHtmlFile },
  csv: { mediaType: 'text/csv; charset=utf-8', write: writeCsvFile },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (document) => whole(xlsxOf(document)),
  },
  json: { mediaType: 'application/json; charset=utf-8', write: writeJsonFile },
  md: { mediaType: 'text/markdown; charset=utf-8', write: writeMarkdownFile },
} as const satisfies Record<string, FileFormat>

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

/** All tables in one file: each row names its table and has the columns of all. */
async function* writeCsvFile({ tables }: ReportDocument): AsyncGenerator<string> {
  const listed = tables.filter(({ isProse }) => !isProse)
  const columns = [
    ...new Map(listed.flatMap((table) => table.columns).map((column) => [column.key, column])).values(),
  ]
  yield writeCsv([['list', ...columns.map(({ key }) => key)]])
  for (const table of listed) {
    const indexes = columns.map((column) => indexIn(table.columns, column))
    for await (const rows of table.rows())
      yield writeCsv(rows.map((row) => [table.key, ...indexes.map((at) => (at < 0 ? '' : textOf(row[at])))]))
  }
}

const indexIn = (columns: readonly Column[], { key }: Column) =>
  columns.findIndex((column) => column.key === key)
