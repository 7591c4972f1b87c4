import { onProduct } from './measure.ts'
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import type { Bench, Figure } from './bench.ts'
import { inventoryOf } from './generate/inventory.ts'
import { processorMs } from './processor-time.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const components = 840
const changed = 5
const rounds = 30

export const storage: Bench = {
  title: `What an upload of ${components} components leaves in the database, and the processor time of the server and its database until it is scanned: means of ${rounds} uploads of each kind.`,
  heads: ['upload', 'on disk, write-ahead log, processor time', 'at most', ''],
  run: () => onProduct(startProductProcess(), measure),
}

interface Upload {
  url: string
  bytes: Uint8Array
}

async function measure(product: ProductProcess): Promise<Figure[]> {
  const bytes = inventoryOf(components)
  const first = 'https://example.org/first'
  const kinds: Record<string, (round: number) => Upload> = {
    'the same components in a new project': () => ({ url: `https://example.org/${randomUUID()}`, bytes }),
    'the same document again': () => ({ url: first, bytes }),
    [`again, ${changed} components changed`]: (round) => ({ url: first, bytes: changedTo(bytes, round) }),
    'other components in a new project': (round) => ({
      url: `https://example.org/${randomUUID()}`,
      bytes: inventoryOf(components, { seed: round + 100 }),
    }),
  }
  await send(product, { url: first, bytes })
  const figures: Figure[] = []
  for (const [what, next] of Object.entries(kinds)) {
    for (let round = -10; round < 0; round++) await send(product, next(round))
    const before = await read(product)
    for (let round = 0; round < rounds; round++) await send(product, next(round))
    const after = await read(product)
    const each = (key: keyof typeof after) => Math.round((after[key] - before[key]) / rounds)
    figures.push({
      what,
      figure: `${each('disk')} kB, ${each('wal')} kB, ${each('processor')} ms`,
      note: `${product.database}; load ${loadavg()[0]!.toFixed(1)}`,
    })
  }
  return figures
}

async function send({ api }: ProductProcess, { url, bytes }: Upload): Promise<void> {
  const body = { file: { filename: 'bom.json', bytes }, url, branch: 'main' }
  const { status, reason } = await api.uploads.intoNew({ body })
  if (status !== 'success') throw new Error(`The upload ended as ${status}: ${reason}`)
}

/** Other versions of some components, without the log of what was read meanwhile. */
function changedTo(bytes: Uint8Array, round: number): Uint8Array {
  let text = new TextDecoder().decode(bytes)
  for (let at = 0; at < changed; at++) {
    const number = 100 + at * 100
    text = text.replaceAll(new RegExp(`(package-1-${number}@)[\\d.]+`, 'g'), `$1${round + 50}.0.0`)
    text = text.replace(
      new RegExp(`("name":"package-1-${number}","version":")[\\d.]+`),
      `$1${round + 50}.0.0`,
    )
  }
  return new TextEncoder().encode(text)
}

/** kB and ms since the start. */
async function read({ pool, pid }: ProductProcess) {
  const { rows } = await pool.query<{ disk: number; wal: number }>(`
    select (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r') / 1000.0::float8 as disk,
      (pg_current_wal_insert_lsn() - '0/0') / 1000.0::float8 as wal`)
  return { ...rows[0]!, processor: await processorMs(pid) }
}
