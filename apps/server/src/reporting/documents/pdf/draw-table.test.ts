import { expect, test, vi } from 'vitest'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import { drawTable } from './draw-table.ts'
import { openPdf } from './open-pdf.ts'

const texts = documentTextsIn('de')

/** The height of the header, whose background is drawn first. */
async function headerHeightOf(titles: readonly string[]): Promise<number> {
  const summary = { language: 'de' as const, title: '', subject: '', createdAt: new Date(0), logo: null }
  const pdf = openPdf({ ...summary, facts: [], figures: [], charts: [], tables: [] })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const rect = vi.spyOn(pdf, 'rect')
  const columns = titles.map((title, index) => ({ key: String(index), title, width: 1 }))
  const table = {
    key: 'a',
    title: 'A',
    empty: '',
    columns,
    rows: async function* () {
      yield [['1']]
    },
  }
  await drawTable(pdf, root, { table, texts })
  return rect.mock.calls[0]![3]
}

test('a title that is wider than its column wraps, and the header grows with it', async () => {
  const short = Array.from({ length: 12 }, () => 'Tage')
  const long = [...short.slice(1), 'Tage bis zum Fix']
  expect(await headerHeightOf(long)).toBeGreaterThan(await headerHeightOf(short))
})
