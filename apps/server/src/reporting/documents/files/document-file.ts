import type { ReportDocument } from '../document.ts'
import { writeCsvFile } from './write-csv-file.ts'
import { writeHtmlFile } from './write-html-file.ts'
import { writeJsonFile } from './write-json-file.ts'
import { writeMarkdownFile } from './write-markdown-file.ts'

interface FileFormat {
  mediaType: string
  write(document: ReportDocument): AsyncIterable<string | Uint8Array>
}

/** File formats, by extension. */
export const documentFormats = {
  pdf: { mediaType: 'application/pdf', write: (document) => whole(pdfOf(document)) },
  html: { mediaType: 'text/html; charset=utf-8', write: writeHtmlFile },
  csv: { mediaType: 'text/csv; charset=utf-8', write: writeCsvFile },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (document) => whole(xlsxOf(document)),
  },
  json: { mediaType: 'application/json; charset=utf-8', write: writeJsonFile },
  md: { mediaType: 'text/markdown; charset=utf-8', write: writeMarkdownFile },
} as const satisfies Record<string, FileFormat>

/** The PDF library takes 7 MB of heap, so it is loaded on first use. */
export async function pdfOf(document: ReportDocument): Promise<Uint8Array<ArrayBuffer>> {
  return (await import('../pdf/write-pdf.ts')).writePdf(document)
}

async function xlsxOf(document: ReportDocument): Promise<Uint8Array> {
  return (await import('./write-xlsx-file.ts')).writeXlsxFile(document)
}

async function* whole(bytes: Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await bytes
}
