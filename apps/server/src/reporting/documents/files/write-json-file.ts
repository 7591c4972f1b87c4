import { ItemStream } from '#platform/http/item-stream.ts'
import { streamJson, writeJson } from '#platform/http/json-stream.ts'
import type { ReportDocument, Table } from '#reporting/documents/document.ts'

/** Compact JSON: the summary, then each table as a list of objects. */
export async function* writeJsonFile(document: ReportDocument): AsyncGenerator<string> {
  const { title, subject, createdAt, link, facts, figures, charts, tables } = document
  const pieces = await writeJson(
    streamJson({
      title,
      subject,
      createdAt: createdAt.toISOString(),
      ...(link && { url: link.url }),
      facts: Object.fromEntries(facts),
      summary: Object.fromEntries(figures.map(({ label, value }) => [label, value])),
      charts: charts.map((chart) => ({
        title: chart.title,
        values: Object.fromEntries(chart.bars.map(({ label, value }) => [label, value])),
      })),
      ...Object.fromEntries(tables.map((table) => [table.key, new ItemStream(objectsOf(table))])),
    }),
    null,
  )
  if (typeof pieces === 'string') yield pieces
  else yield* pieces
}

async function* objectsOf({ columns, rows }: Table) {
  for await (const page of rows())
    yield page.map((row) => Object.fromEntries(columns.map(({ key }, at) => [key, row[at] ?? null])))
}
