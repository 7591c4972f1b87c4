import { type Table, textOf } from '@assay/text/documents/document.ts'
import { drawNote, fontSize } from './draw-table.ts'
import { colors, ensureRoom, margin, type Pdf, type Tag, widthOf } from './open-pdf.ts'

/** A heading and a text per row. */
export async function drawProse(pdf: Pdf, parent: Tag, table: Table): Promise<void> {
  let isEmpty = true
  for await (const rows of table.rows()) {
    for (const [title, text] of rows) drawText(pdf, parent, { title: textOf(title), text: textOf(text) })
    if (rows.length > 0) isEmpty = false
  }
  if (isEmpty) drawNote(pdf, parent, table.empty)
}

function drawText(pdf: Pdf, parent: Tag, { title, text }: { title: string; text: string }): void {
  ensureRoom(pdf, 40)
  parent.add(
    pdf.struct(
      'H3',
      {},
      () => void pdf.font('bold').fontSize(10).fillColor(colors.text).text(title, margin, pdf.y),
    ),
  )
  for (const paragraph of text.split(/\n\s*\n/).filter((each) => each.trim() !== '')) {
    pdf.font('body').fontSize(fontSize)
    ensureRoom(pdf, 12)
    parent.add(
      pdf.struct('P', {}, () => {
        pdf.font('body').fontSize(fontSize).fillColor(colors.text)
        pdf.text(paragraph.replaceAll(/\s*\n\s*/g, ' ').trim(), margin, pdf.y, { width: widthOf(pdf) })
        pdf.moveDown(0.4)
      }),
    )
  }
  pdf.moveDown(0.6)
}
