import type { Cell, Table } from '@assay/text/documents/document.ts'
import { expect, test, vi } from 'vitest'
import { vulnerabilityPart } from '#reporting/documents/document.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import { drawTable } from './draw-table.ts'
import { openPdf } from './open-pdf.ts'

const texts = documentTextsIn('de')

/** The height of the header, whose background is drawn first. */
async function headerHeightOf(titles: readonly string[]): Promise<number> {
  const summary = { language: 'de' as const, title: '', subject: '', createdAt: new Date(0), logo: null }
  const pdf = openPdf({ ...summary, sections: [] })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const rect = vi.spyOn(pdf, 'rect')
  const columns = titles.map((title, index) => ({ key: String(index), title, width: 1 }))
  const table: Table = {
    kind: 'table',
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

/** The addresses of links, in the order in which they are drawn. */
async function linksOf(...cells: Cell[]): Promise<string[]> {
  const summary = { language: 'en' as const, title: '', subject: '', createdAt: new Date(0), logo: null }
  const pdf = openPdf({ ...summary, sections: [] })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const link = vi.spyOn(pdf, 'link')
  const table: Table = {
    kind: 'table',
    key: 'a',
    title: 'A',
    empty: '',
    columns: [{ key: 'a', title: 'A', width: 1 }],
    rows: async function* () {
      yield cells.map((cell) => [cell])
    },
  }
  await drawTable(pdf, root, { table, texts })
  return link.mock.calls.map((call) => call[4])
}

test('the ids of vulnerabilities lead to their advisories, each known name to its own', async () => {
  const listed = [
    vulnerabilityPart('CVE-2026-0001', ' critical 9.8 → 1.2.6'),
    vulnerabilityPart('GHSA-aaaa-bbbb-cccc', ' high → 2.0'),
    vulnerabilityPart('MET-12345678', ' low'),
  ]
  expect(await linksOf(listed, [vulnerabilityPart('RUSTSEC-2026-0001')])).toEqual([
    'https://nvd.nist.gov/vuln/detail/CVE-2026-0001',
    'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    'https://rustsec.org/advisories/RUSTSEC-2026-0001.html',
  ])
  expect(await linksOf('CVE-2026-0001')).toEqual([])
})
