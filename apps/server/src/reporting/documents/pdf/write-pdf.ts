import {
  type Figures,
  isTable,
  type ReportDocument,
  type Section,
  textOf,
} from '@assay/text/documents/document.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import { drawChart } from './draw-chart.ts'
import { drawProse } from './draw-prose.ts'
import { drawNote, drawTable } from './draw-table.ts'
import { colors, drawArtifact, ensureRoom, margin, openPdf, type Pdf, type Tag, widthOf } from './open-pdf.ts'

/** The document as PDF/UA: the summary, then its tables, each with a bookmark. */
export async function writePdf(document: ReportDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = openPdf(document)
  const texts = documentTextsIn(document.language)
  const bytes = collect(pdf)
  const root = pdf.struct('Document', { title: document.title })
  pdf.addStructure(root)
  let parent = beginSummary(pdf, root, document)
  for (const section of document.sections) {
    if (isTable(section) && section.title !== '') {
      parent.end()
      parent = drawHeading(pdf, root, section.title)
    }
    await drawSection(pdf, parent, { section, texts })
  }
  parent.end()
  root.end()
  drawPageNumbers(pdf, document.title)
  pdf.end()
  return bytes
}

function collect(pdf: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (part: Uint8Array) => parts.push(part))
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
    pdf.on('error', reject)
  })
}

function beginSummary(pdf: Pdf, root: Tag, document: ReportDocument): Tag {
  drawLogo(pdf, root, document)
  const { summary } = documentTextsIn(document.language)
  pdf.outline.addItem(summary)
  const { title, subject, link } = document
  root.add(pdf.struct('H1', {}, () => void pdf.font('bold').fontSize(20).text(title, margin, pdf.y)))
  if (subject !== '')
    root.add(
      pdf.struct('P', {}, () => void pdf.font('body').fontSize(11).fillColor(colors.muted).text(subject)),
    )
  pdf.moveDown(0.5)
  const section = pdf.struct('Sect', { title: summary })
  root.add(section)
  if (link) drawFact(pdf, section, { label: link.title, value: link.url, isLink: true })
  return section
}

async function drawSection(
  pdf: Pdf,
  parent: Tag,
  { section, texts }: { section: Section; texts: DocumentTexts },
): Promise<void> {
  switch (section.kind) {
    case 'text':
      return drawNote(pdf, parent, textOf(section.text))
    case 'facts':
      for (const [label, value] of section.facts) drawFact(pdf, parent, { label, value })
      return
    case 'figures':
      pdf.y += 14
      return drawFigures(pdf, parent, section)
    case 'chart':
      return drawChart(pdf, parent, { chart: section, texts })
    case 'prose':
    case 'table':
      if (section.note) drawNote(pdf, parent, section.note)
      return section.kind === 'prose'
        ? drawProse(pdf, parent, section)
        : drawTable(pdf, parent, { table: section, texts })
  }
}

function drawLogo(pdf: Pdf, root: Tag, { logo, language }: ReportDocument): void {
  if (!logo) return
  const [width, height] = [140, 48]
  const y = pdf.y
  const bbox = [margin, y, margin + width, y + height]
  root.add(
    pdf.struct('Figure', { alt: documentTextsIn(language).logo, bbox } as object, () => {
      pdf.image(Buffer.from(logo), margin, y, { fit: [width, height] })
      pdf.y = y + height + 12
    }),
  )
}

const factLabelWidth = 90

interface Fact {
  label: string
  value: string
  /** The value is an address. */
  isLink?: true
}

/** A label with its value. */
function drawFact(pdf: Pdf, parent: Tag, { label, value, isLink }: Fact): void {
  const width = widthOf(pdf) - factLabelWidth
  let y = 0
  const drawLabel = () => {
    y = pdf.y + 3
    pdf.fontSize(9).fillColor(colors.muted).font('body')
    pdf.text(label, margin, y, { width: factLabelWidth - 8, lineBreak: false })
  }
  const drawValue = () => {
    pdf
      .fontSize(9)
      .fillColor(isLink ? colors.link : colors.text)
      .font('body')
    pdf.text(value, margin + factLabelWidth, y, { width, ...(isLink && { link: value }) })
  }
  const children = isLink ? [drawLabel, pdf.struct('Link', {}, drawValue)] : [drawLabel, drawValue]
  parent.add(pdf.struct('P', {}, children))
}

const figuresPerLine = 4
const figureHeight = 40

function drawFigures(pdf: Pdf, parent: Tag, { figures }: Figures): void {
  const width = widthOf(pdf) / figuresPerLine
  for (let start = 0; start < figures.length; start += figuresPerLine) {
    ensureRoom(pdf, figureHeight)
    const y = pdf.y
    for (const [index, { label, value }] of figures.slice(start, start + figuresPerLine).entries()) {
      const x = margin + index * width
      parent.add(
        pdf.struct('P', {}, () => {
          pdf
            .font('bold')
            .fontSize(15)
            .fillColor(colors.text)
            .text(value, x, y, { width: width - 8, height: 18 })
          pdf
            .font('body')
            .fontSize(8)
            .fillColor(colors.muted)
            .text(label, x, y + 19, { width: width - 8 })
          pdf.y = y + figureHeight
        }),
      )
    }
  }
}

/** A section with heading and bookmark. */
function drawHeading(pdf: Pdf, root: Tag, title: string): Tag {
  pdf.moveDown(1)
  ensureRoom(pdf, 90)
  pdf.outline.addItem(title)
  const section = pdf.struct('Sect', { title })
  root.add(section)
  section.add(
    pdf.struct('H2', {}, () => {
      pdf.font('bold').fontSize(13).fillColor(colors.text).text(title, margin, pdf.y)
    }),
  )
  pdf.moveDown(0.3)
  return section
}

function drawPageNumbers(pdf: Pdf, title: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index)
    // Below the margin, where text would otherwise cause a page break.
    pdf.page.margins.bottom = 0
    drawArtifact(pdf, 'Pagination', () => {
      const text = { width: widthOf(pdf), height: 10, lineBreak: false }
      pdf.font('body').fontSize(8).fillColor(colors.muted)
      pdf.text(title, margin, pdf.page.height - margin, { ...text, width: widthOf(pdf) - 80, ellipsis: true })
      pdf.text(`${index + 1} / ${count}`, margin, pdf.page.height - margin, { ...text, align: 'right' })
    })
  }
}
