import { createRequire } from 'node:module'
import PdfKit from 'pdfkit'
import type { ReportDocument } from '@assay/text/documents/document.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'

export type Pdf = InstanceType<typeof PdfKit>

/** A structure tag for assistive technology. */
export type Tag = ReturnType<Pdf['struct']>

const require = createRequire(import.meta.url)

const fonts = {
  // Covers Latin, Greek, Cyrillic and more. PDF/UA requires embedded fonts.
  body: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}

export const margin = 36
export const colors = {
  text: '#1b1f24',
  muted: '#57606a',
  link: '#0550ae',
  line: '#d0d7de',
  stripe: '#f6f8fa',
}

/** An empty A4 PDF/UA document with title, language and fonts. */
export function openPdf({ language, title, subject, createdAt }: ReportDocument): Pdf {
  const pdf = new PdfKit({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: documentTextsIn(language).locale,
    displayTitle: true,
    // Page numbers are written last.
    bufferPages: true,
    info: { Title: title, Subject: subject, Creator: 'Assay', Producer: 'Assay', CreationDate: createdAt },
    // None: PDFKit parses a font again on each use if it also has it under another name.
    font: null,
  } as unknown as PDFKit.PDFDocumentOptions)
  for (const [name, path] of Object.entries(fonts)) pdf.registerFont(name, path)
  let pages = 0
  pdf.on('pageAdded', () => void (++pages % pagesOfWords === 0 && forgetWords(pdf)))
  return pdf.font('body').fillColor(colors.text)
}

/** Enough pages for the cache to be useful, and few enough for the thread's memory, even with long texts. */
const pagesOfWords = 10

/** Missing in its types. */
interface WithOpenedFonts {
  _fontFamilies: Record<string, { layoutCache: object }>
}

/** PDFKit caches the layout of every drawn word: 100 bytes per character of a text. */
function forgetWords(pdf: Pdf): void {
  const { _fontFamilies: opened } = pdf as unknown as WithOpenedFonts
  for (const font of Object.values(opened)) font.layoutCache = Object.create(null) as object
}

export const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * margin

const bottomOf = (pdf: Pdf): number => pdf.page.height - margin - 20

/** Starts a new page if less space (in points) is left. Returns whether it did. */
export function ensureRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= bottomOf(pdf)) return false
  pdf.addPage()
  return true
}

/** Marks decorations as artifacts: lines, backgrounds, page numbers. */
export function drawArtifact(pdf: Pdf, type: 'Layout' | 'Pagination', draw: () => void): void {
  pdf.markContent('Artifact', { type })
  draw()
  pdf.endMarkedContent()
}
