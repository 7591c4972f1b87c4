import { type Chart, describeChart, formatCount } from '@assay/text/documents/document.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import { colors, ensureRoom, margin, type Pdf, type Tag, widthOf } from './open-pdf.ts'

const [barHeight, gap, labelWidth, valueWidth] = [12, 6, 110, 60]

interface Titled {
  chart: Chart
  texts: DocumentTexts
}

/** A bar chart, tagged as a figure with alternative text. */
export function drawChart(pdf: Pdf, parent: Tag, { chart, texts }: Titled): void {
  const height = chart.bars.length * (barHeight + gap)
  ensureRoom(pdf, height + 30)
  const title = () =>
    void pdf.font('bold').fontSize(10).fillColor(colors.text).text(chart.title, margin, pdf.y)
  parent.add(pdf.struct('H3', {}, title))
  const top = pdf.y + gap
  const bbox = [margin, top, margin + widthOf(pdf), top + height]
  parent.add(
    pdf.struct('Figure', { alt: describeChart(chart), bbox } as object, () => {
      drawBars(pdf, { chart, texts }, top)
      pdf.y = top + height + gap
    }),
  )
}

function drawBars(pdf: Pdf, { chart: { bars }, texts }: Titled, top: number): void {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const full = widthOf(pdf) - labelWidth - valueWidth
  for (const [index, { label, value, color }] of bars.entries()) {
    const y = top + index * (barHeight + gap)
    const text = { height: barHeight, lineBreak: false, ellipsis: true }
    pdf.font('body').fontSize(8).fillColor(colors.text)
    pdf.text(label, margin, y + 2, { ...text, width: labelWidth - 8 })
    const length = Math.max(value === 0 ? 0 : 2, (full * value) / most)
    if (length > 0) pdf.rect(margin + labelWidth, y, length, barHeight).fill(color)
    pdf.fillColor(colors.text)
    pdf.text(formatCount(value, texts), margin + labelWidth + length + 6, y + 2, {
      ...text,
      width: valueWidth,
    })
  }
}
