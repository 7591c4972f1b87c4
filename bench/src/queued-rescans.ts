import { jobs } from '@assay/server/jobs.ts'
import { openQueue } from '@assay/server/platform/queue/queue.ts'
import { scanBuildJob } from '@assay/server/scanning/scans/scan-build-job.ts'
import { openDatabase } from '@assay/server/platform/database/database.ts'
import { loadavg } from 'node:os'
import type { Bench, Figure } from './bench.ts'
import { untilScanned, uploader } from './burst.ts'
import { median, time, onProduct } from './measure.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const rescans = 10_000
const branches = 50
const uploads = 20

export const queuedRescans: Bench = {
  title: `From accepting an upload to the start of its scan, while ${rescans.toLocaleString('en')} rescans are queued and processed. ${uploads} sequential uploads of 840 components.`,
  run: () => onProduct(startProductProcess(), measure),
}

async function measure(product: ProductProcess): Promise<Figure[]> {
  const send = uploader(product)
  for (let number = 0; number < branches; number++) await untilScanned(product, [await send()])
  await queueRescans(product)
  const ids: string[] = []
  const totals: number[] = []
  for (let number = 0; number < uploads; number++)
    totals.push(
      await time(async () => {
        ids.push(await send())
        await untilScanned(product, ids.slice(-1))
      }),
    )
  const { rows } = await product.pool.query<{ ms: number }>(
    'select extract(epoch from started_at - created_at)::float8 * 1000 as ms from build where uuid = any($1::uuid[])',
    [ids],
  )
  const { rows: left } = await product.pool.query<{ count: number }>(
    "select count(*)::int as count from build where source = 'rescan' and state = 'queued'",
  )
  const waits = rows.map(({ ms }) => ms)
  return [
    {
      what: 'until its scan starts',
      figure: `${median(waits).toFixed(0)} ms`,
      atMost: '1,000 ms',
      note: `longest ${Math.max(...waits).toFixed(0)} ms; ${left[0]!.count.toLocaleString('en')} rescans were left at the end; ${product.database}; load ${loadavg()[0]!.toFixed(1)}`,
    },
    { what: 'from the POST to the stored scan', figure: `${median(totals).toFixed(0)} ms` },
  ]
}

/** Queues more rescans than the product would for so few branches. */
async function queueRescans({ pool, databaseUrl }: ProductProcess): Promise<void> {
  const { rows } = await pool.query<{ accountUuid: string; buildUuid: string }>(
    `insert into build (account_uuid, uuid, project_uuid, branch_uuid, source, state)
     select account_uuid, gen_random_uuid(), project_uuid, uuid, 'rescan', 'queued'
     from branch cross join generate_series(1, $1)
     returning account_uuid as "accountUuid", uuid as "buildUuid"`,
    [rescans / branches],
  )
  const log = { error: () => undefined }
  const connection = { connectionString: databaseUrl }
  const queue = await openQueue({ connection, jobs, log })
  const { db, close } = openDatabase({ connection, maxConnections: 1, log })
  await queue.sendAll(db, scanBuildJob, { payloads: rows, priority: 'rescan' })
  await queue.stop()
  await close()
}
