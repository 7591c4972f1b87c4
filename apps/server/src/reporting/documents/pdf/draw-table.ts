import {
  type Cell,
  type CellPart,
  type Column,
  firstRows,
  partText,
  type Row,
  type Table,
  tableEnd,
  textOf,
} from '@assay/text/documents/document.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import { colors, drawArtifact, ensureRoom, margin, type Pdf, type Tag, widthOf } from './open-pdf.ts'

/** Row limit for print. */
export const maxPdfRows = 2000
const maxCellCharacters = 300
const padding = 3
/** Above and below. */
const gap = 2
/** In points: identifiers and dates fit into their columns without a break. */
export const fontSize = 7.5
const maxRowHeight = 160

interface ColumnLayout {
  column: Column
  x: number
  width: number
}

/** A tagged table with a repeated header on each page. */
export async function drawTable(
  pdf: Pdf,
  parent: Tag,
  { table, texts }: { table: Table; texts: DocumentTexts },
): Promise<void> {
  const layout = layoutOf(pdf, table.columns)
  // Created with the first row: a tag that is never added would keep the document open.
  let tag: Tag | null = null
  let [count, cut] = [0, 0]
  for await (const page of firstRows(table, maxPdfRows)) {
    if (page.rows.length > 0) tag ??= beginTable(pdf, parent, { title: table.title, layout })
    for (const row of page.rows) drawRow(pdf, tag!, { layout, row, isStriped: count++ % 2 === 1 })
    cut = page.cut
  }
  tag?.end()
  const note = tableEnd(table, { count, cut, limit: maxPdfRows, words: texts })
  if (note !== null) drawNote(pdf, parent, note)
}

function beginTable(
  pdf: Pdf,
  parent: Tag,
  { title, layout }: { title: string; layout: readonly ColumnLayout[] },
): Tag {
  const tag = pdf.struct('Table', { title })
  parent.add(tag)
  tag.add(drawHeader(pdf, layout))
  return tag
}

function layoutOf(pdf: Pdf, columns: readonly Column[]): ColumnLayout[] {
  const sum = columns.reduce((all, { width }) => all + width, 0)
  let x = margin
  return columns.map((column) => {
    const width = (widthOf(pdf) * column.width) / sum
    x += width
    return { column, x: x - width, width }
  })
}

/** In points, for text. */
export const cellWidths = (pdf: Pdf, columns: readonly Column[]): number[] =>
  layoutOf(pdf, columns).map(({ width }) => width - 2 * padding)

export function drawNote(pdf: Pdf, parent: Tag, text: string): void {
  ensureRoom(pdf, 24)
  const draw = () =>
    void pdf
      .font('body')
      .fontSize(9)
      .fillColor(colors.muted)
      .text(text, margin, pdf.y + 4)
  parent.add(pdf.struct('P', {}, draw))
  pdf.moveDown(0.5)
}

const minHeaderHeight = 16

/** Titles take as many lines as they need: they are longer in some languages. */
function headerHeightOf(pdf: Pdf, layout: readonly ColumnLayout[]): number {
  pdf.font('bold').fontSize(fontSize)
  const heights = layout.map(({ column, width }) =>
    pdf.heightOfString(column.title, { width: width - 2 * padding }),
  )
  return Math.max(minHeaderHeight, ...heights.map((height) => height + 2 * gap))
}

/** A tagged cell is drawn when it is added to its table. */
function drawHeader(pdf: Pdf, layout: readonly ColumnLayout[]): Tag {
  const height = headerHeightOf(pdf, layout)
  ensureRoom(pdf, height + minHeaderHeight)
  const y = pdf.y
  drawArtifact(pdf, 'Layout', () => drawBackground(pdf, y, height))
  const cells = layout.map((column) =>
    pdf.struct('TH', { scope: 'Column' } as object, () => {
      drawTitle(pdf, column, y)
      pdf.y = y + height
    }),
  )
  return pdf.struct('TR', {}, cells)
}

const drawTitle = (pdf: Pdf, { column, x, width }: ColumnLayout, y: number) =>
  void pdf
    .font('bold')
    .fontSize(fontSize)
    .fillColor(colors.text)
    .text(column.title, x + padding, y + gap, { width: width - 2 * padding })

function drawBackground(pdf: Pdf, y: number, height: number): void {
  pdf.rect(margin, y, widthOf(pdf), height).fill(colors.stripe)
}

interface Drawn {
  layout: readonly ColumnLayout[]
  row: Row
  isStriped: boolean
}

function drawRow(pdf: Pdf, table: Tag, { layout, row, isStriped }: Drawn): void {
  pdf.font('body').fontSize(fontSize)
  const parts = layout.map((_, index) => partsOf(row[index] ?? null))
  const heights = parts.map((list, index) =>
    pdf.heightOfString(list.map(partText).join('\n') || ' ', {
      width: layout[index]!.width - 2 * padding,
    }),
  )
  const height = Math.min(maxRowHeight, Math.max(...heights)) + 2 * gap
  if (ensureRoom(pdf, height)) repeatHeader(pdf, layout)
  const y = pdf.y
  if (isStriped) drawArtifact(pdf, 'Layout', () => drawBackground(pdf, y, height))
  const cells = layout.map((cell, index) =>
    pdf.struct('TD', {}, linesIn(pdf, { ...cell, parts: parts[index]!, y, height })),
  )
  table.add(pdf.struct('TR', {}, cells))
  pdf.y = y + height
}

/** Each part is drawn in lines of its own. */
const partsOf = (cell: Cell): readonly CellPart[] =>
  cell !== null && typeof cell === 'object' ? cell : [{ text: clip(textOf(cell)) }]

interface DrawnCell extends Omit<ColumnLayout, 'column'> {
  parts: readonly CellPart[]
  y: number
  height: number
}

/** The parts of a cell are drawn when they are added: those with an address as links. */
function linesIn(pdf: Pdf, { x, width, parts, y, height }: DrawnCell): (Tag | (() => void))[] {
  const end = y + height - gap
  let top = y + gap
  const draw = (part: CellPart) => {
    pdf
      .font('body')
      .fontSize(fontSize)
      .fillColor(part.url ? colors.link : colors.text)
    if (top < end)
      pdf.text(partText(part), x + padding, top, {
        width: width - 2 * padding,
        height: end - top,
        ellipsis: true,
        ...(part.url && { link: part.url }),
      })
    top = pdf.y
  }
  if (parts.every(({ url }) => url === undefined)) return parts.map((part) => () => draw(part))
  return parts.map((part) => pdf.struct(part.url ? 'Link' : 'Span', {}, () => draw(part)))
}

/** Repeated headers are artifacts: the cells already reference their column. */
function repeatHeader(pdf: Pdf, layout: readonly ColumnLayout[]): void {
  const y = pdf.y
  const height = headerHeightOf(pdf, layout)
  drawArtifact(pdf, 'Pagination', () => {
    drawBackground(pdf, y, height)
    for (const column of layout) drawTitle(pdf, column, y)
  })
  pdf.y = y + height
}

/** Long words such as paths break anywhere. */
const clip = (text: string): string =>
  text.length > maxCellCharacters ? `${text.slice(0, maxCellCharacters - 1)}…` : text
