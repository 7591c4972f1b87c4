import { randomUUID } from 'node:crypto'
import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Bench, Figure } from './bench.ts'
import { inventoryOf } from './generate/inventory.ts'
import { time, onProduct } from './measure.ts'
import { processorMs } from './processor-time.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const components = 840
const uploads = 500
const oneByOne = 60

export const burst: Bench = {
  title: `${uploads} uploads of ${components} components, posted concurrently, until the last one is scanned, compared with the work of as many sequential uploads spread over the cores: the processor time of the server, its database and the client, which share the cores, divided by their number. (Their duration would not do: even a single upload keeps more than one core busy.) Delay is the event loop delay of the server's main thread, which handles requests.`,
  run: () => onProduct(startProductProcess(), measure),
}

async function measure(product: ProductProcess): Promise<Figure[]> {
  const prepare = prepareUploads(product)
  const prepared = (count: number) => Array.from({ length: count }, prepare)
  const sendInTurn = async (sends: Send[]) => {
    for (const send of sends) await untilScanned(product, [await send()])
  }
  await sendInTurn(prepared(20))
  const [first, second, burst] = [prepared(oneByOne), prepared(oneByOne), prepared(uploads)]
  const spend = async (run: () => Promise<void>) => {
    const start = await processorMs(process.pid)
    const ms = await time(run)
    return { ms, ofProcessors: (await processorMs(process.pid)) - start }
  }
  product.resetDelay()
  const before = await spend(() => sendInTurn(first))
  const calm = await product.delay()
  product.resetDelay()
  const idle = idleMs()
  const atOnce = await spend(async () =>
    untilScanned(product, await Promise.all(burst.map((send) => send()))),
  )
  const cores = availableParallelism()
  const idleShare = (idleMs() - idle) / (atOnce.ms * cores)
  const busy = await product.delay()
  const after = await spend(() => sendInTurn(second))
  const each = (kind: keyof typeof before) => (before[kind] + after[kind]) / 2 / oneByOne
  const spread = (each('ofProcessors') * uploads) / cores
  return [
    {
      what: `${uploads} at once`,
      figure: seconds(atOnce.ms),
      atMost: seconds(1.2 * spread),
      note: `${(atOnce.ms / spread).toFixed(2)} × the work of ${uploads} sequential ones over ${cores} cores; ${product.database}; load ${loadavg()[0]!.toFixed(1)}`,
    },
    {
      what: 'processor time of each, at once',
      figure: `${(atOnce.ofProcessors / uploads).toFixed(0)} ms`,
      note: `${each('ofProcessors').toFixed(0)} ms one after the other, in ${each('ms').toFixed(0)} ms`,
    },
    { what: 'cores idle in the burst', figure: `${Math.round(100 * idleShare)}%` },
    { what: 'delay in the burst', ...delayFigure(busy) },
    { what: 'delay with one upload after the other', ...delayFigure(calm) },
  ]
}

/** Of all cores of the machine since it started. */
const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0)

/** Posts a document and returns the id of its build. */
type Send = () => Promise<string>

/** Posts another document each time, since a repeated one would not be read again. */
export function uploader(product: ProductProcess): Send {
  const prepare = prepareUploads(product)
  return () => prepare()()
}

/** Documents are made before the time that is measured. */
function prepareUploads({ api }: ProductProcess): () => Send {
  const text = new TextDecoder().decode(inventoryOf(components))
  return () => {
    const uuid = randomUUID()
    const bytes = new TextEncoder().encode(text.replace('{', `{"serialNumber":"urn:uuid:${uuid}",`))
    const body = { file: { filename: 'bom.json', bytes }, url: `https://example.org/${uuid}`, branch: 'main' }
    return async () => (await api.uploads.intoNew({ body })).id
  }
}

const delayFigure = ({ p50, p99, max }: { p50: number; p99: number; max: number }) => ({
  figure: `${(p50 / 1e6).toFixed(0)} ms`,
  note: `p99 ${(p99 / 1e6).toFixed(0)} ms, max ${(max / 1e6).toFixed(0)} ms`,
})

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Waits until all of these builds are scanned. */
export async function untilScanned({ pool }: Pick<ProductProcess, 'pool'>, ids: string[]): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from build where uuid = any($1::uuid[]) group by state',
      [ids],
    )
    const failed = rows.find(({ state }) => state === 'failed')
    if (failed) throw new Error(`${failed.count} builds failed`)
    if (rows.length === 1 && rows[0]!.state === 'success') return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
