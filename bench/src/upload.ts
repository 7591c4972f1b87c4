import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Bench, Row } from './bench.ts'
import { inventoryOf } from './generate/inventory.ts'
import { inTurns } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const components = 840

export const upload: Bench = {
  title: `From the POST of a CycloneDX document of ${components} components to the response with its stored scan. The floor reads the file, parses its JSON and inserts the same rows into identical tables in one transaction.`,
  async run() {
    const product = await startProduct()
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    try {
      return await measure(product, join(folder, 'bom.json'))
    } finally {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measure(product: Product, file: string): Promise<Row[]> {
  await writeFile(file, inventoryOf(components))
  const send = async (url: string) => {
    const bytes = await readFile(file)
    const body = { file: { filename: 'bom.json', bytes }, url, branch: 'main' }
    const { status, reason } = await product.api.uploads.intoNew({ body })
    if (status !== 'success') throw new Error(`The upload ended as ${status}: ${reason}`)
  }
  await send('https://example.org/first')
  const insertRows = await floorOf(product.pool)
  const { first, again, floor } = await inTurns(
    { turns: 21, warm: 5 },
    {
      first: () => send(`https://example.org/${randomUUID()}`),
      again: () => send('https://example.org/first'),
      floor: async () => {
        JSON.parse(await readFile(file, 'utf8'))
        await insertRows()
      },
    },
  )
  const compared = { what: 'read, parse, insert', ms: floor }
  return [
    { what: 'into a new project', ms: first, floor: compared, note: product.database },
    { what: 'the same document again', ms: again, floor: compared, note: 'a second scan, no new finding' },
  ]
}

/** Every table that an upload writes to. */
const tables = [
  'project',
  'branch',
  'document',
  'build',
  'build_document',
  'scan_row',
  'scan_content',
  'component_content',
  'component_use',
  'finding',
  'branch_series',
]

/** Inserts the rows of the first upload, each time for another account, into tables with the same indexes. */
async function floorOf(pool: pg.Pool): Promise<() => Promise<void>> {
  const account = (await pool.query<{ uuid: string }>('select uuid from account')).rows[0]!.uuid
  const stored = new Map<string, string>()
  for (const table of tables) {
    await pool.query(`create table floor_${table} (like ${table} including all)`)
    const { rows } = await pool.query<{ rows: string }>(`select json_agg(t)::text as rows from ${table} t`)
    stored.set(table, rows[0]!.rows)
  }
  return async () => {
    const another = randomUUID()
    const client = await pool.connect()
    await client.query('begin')
    for (const [table, rows] of stored) {
      const insert = `insert into floor_${table} select * from json_populate_recordset(null::floor_${table}, $1)`
      await client.query(insert, [rows.replaceAll(account, another)])
    }
    await client.query('commit')
    client.release()
  }
}
