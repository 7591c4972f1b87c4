import { openDatabase } from '@assay/server/platform/database/database.ts'
import { compactDocuments } from '@assay/server/scanning/builds/documents/compact-documents-job.ts'
import { randomUUID } from 'node:crypto'
import type { Bench, Figure } from './bench.ts'
import { untilScanned } from './burst.ts'
import { inventoryOf } from './generate/inventory.ts'
import { type Product, startProduct } from './product.ts'

const usual = 840
const large = 18_477

interface Inventory {
  components: Record<string, unknown>[]
}

interface Case {
  what: string
  components: number
  turns: number
  change: (document: Inventory, turn: number) => object
}

const serial = () => ({
  serialNumber: `urn:uuid:${randomUUID()}`,
  metadata: { timestamp: new Date().toISOString() },
})

const cases: Case[] = [
  { what: 'identical bytes', components: usual, turns: 20, change: (document) => document },
  {
    what: 'another serial number and time',
    components: usual,
    turns: 20,
    change: (document) => ({ ...serial(), ...document }),
  },
  {
    what: 'another order',
    components: usual,
    turns: 20,
    change: (document, turn) => ({
      ...serial(),
      ...document,
      components: [...document.components.slice(turn * 7), ...document.components.slice(0, turn * 7)],
    }),
  },
  {
    what: 'five components in other versions',
    components: usual,
    turns: 20,
    change: (document, turn) => ({
      ...serial(),
      ...document,
      components: document.components.map((each, at) =>
        at % 168 > 0 && at % 168 <= turn ? { ...each, ...laterVersionOf(each) } : each,
      ),
    }),
  },
  {
    what: 'another serial number and time',
    components: large,
    turns: 4,
    change: (document) => ({ ...serial(), ...document }),
  },
]

export const growth: Bench = {
  title:
    'Bytes that the database grows by with one more upload to a branch: tables, their large values and indexes after VACUUM FULL.',
  heads: ['one more upload', 'bytes at first', 'compacted', ''],
  async run() {
    const product = await startProduct()
    try {
      const figures: Figure[] = []
      for (const each of cases) figures.push(await measure(product, each))
      return figures
    } finally {
      await product.stop()
    }
  },
}

async function measure(product: Product, { what, components, turns, change }: Case): Promise<Figure> {
  const document = JSON.parse(new TextDecoder().decode(inventoryOf(components))) as Inventory
  const url = `https://example.org/${randomUUID()}`
  const send = async (turn: number) => {
    const bytes = new TextEncoder().encode(JSON.stringify(change(document, turn)))
    const body = { file: { filename: 'bom.json', bytes }, url, branch: 'main' }
    await untilScanned(product, [(await product.api.uploads.intoNew({ body })).id])
  }
  await send(0)
  const before = await sizes(product)
  for (let turn = 1; turn <= turns; turn++) await send(turn)
  const grown = async () => {
    const after = await sizes(product)
    return [...after].map(([table, bytes]) => [table, (bytes - before.get(table)!) / turns] as const)
  }
  const atFirst = await grown()
  await compact(product)
  const afterwards = await grown()
  const most = afterwards.filter(([, bytes]) => bytes > 200).toSorted(([, one], [, other]) => other - one)
  return {
    what: `${what}, ${inWords(components)} components`,
    figure: totalOf(atFirst),
    atMost: totalOf(afterwards),
    note: most.map(([table, bytes]) => `${table} ${inWords(bytes)}`).join(', '),
  }
}

const inWords = (number: number) => Math.round(number).toLocaleString('en')

const totalOf = (tables: readonly (readonly [string, number])[]) =>
  inWords(tables.reduce((sum, [, bytes]) => sum + bytes, 0))

/** Of the same package, so that five more components differ with each turn. */
const laterVersionOf = ({ name, version }: Record<string, unknown>) => ({
  version: `9.${String(version)}`,
  purl: `pkg:npm/${String(name)}@9.${String(version)}`,
})

/** As the job of the night does. */
async function compact({ databaseUrl }: Product): Promise<void> {
  const log = { error: (_context: object, message: string) => void process.stderr.write(`${message}\n`) }
  const connection = { connectionString: databaseUrl }
  const { db, close } = openDatabase({ connection, maxConnections: 1, limitsStatements: false, log })
  await compactDocuments(db, { before: new Date() })
  await close()
}

/** Bytes by table, without what is only kept for a while. */
async function sizes({ pool }: Product): Promise<Map<string, number>> {
  await pool.query('vacuum full')
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'outbox%'
       and relname <> 'idempotency_key'`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}
