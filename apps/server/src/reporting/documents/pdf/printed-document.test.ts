import { describe, expect, test } from 'vitest'
import { WorkMemoryError } from '#platform/worker-threads/isolate.ts'
import { WorkTimeError } from '#platform/worker-threads/work-pool.ts'
import { type ReportDocument, type Row, type Table, tablesIn } from '@assay/text/documents/document.ts'
import { drawingProblemOf, pdfOf } from '#reporting/documents/files/document-file.ts'
import { maxPdfRows } from './draw-table.ts'
import { documentOf, readPrinted } from './printed-document.ts'

const columns = ['a', 'b', 'c'].map((key) => ({ key, title: key, width: 1 }))

const withTable = (rows: Table['rows']): ReportDocument => ({
  language: 'en',
  title: 'Report',
  subject: '',
  createdAt: new Date(0),
  logo: new Uint8Array(0),
  sections: [{ kind: 'table', key: 'rows', title: 'Rows', empty: 'None', columns, rows }],
})

const pagesOf = (count: number, cell = 'a cell') =>
  async function* (): AsyncGenerator<readonly Row[]> {
    for (let at = 0; at < count; at += 500)
      yield Array.from({ length: Math.min(500, count - at) }, () => [cell, null, 1])
  }

async function countRows(document: ReportDocument): Promise<number> {
  let count = 0
  for await (const rows of tablesIn(document)[0]!.rows()) count += rows.length
  return count
}

test('reads one row more than is printed, so that a table is marked as cut', async () => {
  const rowsLeft = async (count: number) =>
    countRows(documentOf(await readPrinted(withTable(pagesOf(count)))))
  expect(await rowsLeft(0)).toBe(0)
  expect(await rowsLeft(maxPdfRows)).toBe(maxPdfRows)
  expect(await rowsLeft(10_000)).toBe(maxPdfRows + 1)
})

test('can be sent to a thread, with cells of bounded length', async () => {
  const printed = await readPrinted(withTable(pagesOf(1, 'x'.repeat(1_000_000))))
  expect(structuredClone(printed)).toEqual(printed)
  expect(JSON.stringify(printed).length).toBeLessThan(5_000)
})

test('is drawn while other requests are answered', async () => {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const drawn = await pdfOf({ ...withTable(pagesOf(maxPdfRows)), logo: null }, {})
  clearImmediate(next)
  expect(Buffer.from(drawn).toString('latin1', 0, 5)).toBe('%PDF-')
  // Drawn in this thread, there was one.
  expect(turns).toBeGreaterThan(100)
})

describe('a document that needs more memory than the thread has', () => {
  const heapBytes = 4_000_000
  const refused = { status: 413, errorType: 'pdfTooLarge', message: expect.stringContaining('CSV') as string }

  test.each([
    { what: 'many rows', count: maxPdfRows, cell: 'a cell', kind: 'table' as const },
    { what: 'long texts', count: 600, cell: 'x'.repeat(100_000), kind: 'prose' as const },
  ])('is rejected before it is drawn, and before all of it is read: $what', async ({ count, cell, kind }) => {
    let pages = 0
    const rows = async function* () {
      for await (const page of pagesOf(count, cell)()) {
        pages++
        for (const row of page) yield [row]
      }
    }
    const document = withTable(rows)
    const sections = tablesIn(document).map((table) => ({ ...table, kind }))
    await expect(readPrinted({ ...document, sections }, heapBytes)).rejects.toMatchObject(refused)
    expect(pages).toBe(1)
  })

  test('is rejected if only drawing it shows that', () => {
    expect(drawingProblemOf(new WorkMemoryError('full'))).toMatchObject(refused)
    expect(drawingProblemOf(new WorkTimeError('late'))).toMatchObject(refused)
    const other = new Error('other')
    expect(drawingProblemOf(other)).toBe(other)
  })
})
