import { type Cell, type ReportDocument, type Section, tablesIn, textOf } from './document.ts'

/** Compact JSON: the summary, then each table as a list of objects, page by page. */
export async function* writeDocumentJson(document: ReportDocument): AsyncGenerator<string> {
  const { title, subject, createdAt, link, sections } = document
  const head = JSON.stringify({
    title,
    subject,
    createdAt: createdAt.toISOString(),
    ...(link && { url: link.url }),
    facts: Object.fromEntries(of(sections, 'facts').flatMap(({ facts }) => facts)),
    summary: valuesOf(of(sections, 'figures').flatMap(({ figures }) => figures)),
    charts: of(sections, 'chart').map((chart) => ({ title: chart.title, values: valuesOf(chart.bars) })),
  })
  yield head.slice(0, -1)
  for (const { key, columns, rows } of tablesIn(document)) {
    yield `,${JSON.stringify(key)}:[`
    let separator = ''
    for await (const page of rows()) {
      if (page.length === 0) continue
      const objects = page.map((row) => columns.map((column, at) => [column.key, valueOf(row[at] ?? null)]))
      yield separator + objects.map((entries) => JSON.stringify(Object.fromEntries(entries))).join(',')
      separator = ','
    }
    yield ']'
  }
  yield '}'
}

const of = <Kind extends Section['kind']>(sections: readonly Section[], kind: Kind) =>
  sections.filter((section): section is Extract<Section, { kind: Kind }> => section.kind === kind)

const valuesOf = (values: readonly { label: string; value: string | number }[]) =>
  Object.fromEntries(values.map(({ label, value }) => [label, value]))

const valueOf = (cell: Cell) => (cell !== null && typeof cell === 'object' ? textOf(cell) : cell)
