import { openedIn } from '@assay/server/testing/opened-finding.ts'
import { openDatabase } from '@assay/server/platform/database/database.ts'
import { writeEvents } from '@assay/server/platform/outbox/store.ts'
import { loadavg } from 'node:os'
import type { Bench, Figure } from './bench.ts'
import { untilScanned, uploader } from './burst.ts'
import { median, time, onProduct } from './measure.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const count = 100_000
const inOneTransaction = 1000
const branches = 20
const quietUploads = 15

export const eventBurst: Bench = {
  title: `${count.toLocaleString('en')} concurrent events that match the default rules of an account, until each was evaluated; and sequential uploads of 840 components before, during and after that, in one run.`,
  run: () => onProduct(startProductProcess(), measure),
}

async function measure(product: ProductProcess): Promise<Figure[]> {
  const send = uploader(product)
  const scanOne = () => time(async () => untilScanned(product, [await send()]))
  const scanMany = async () => {
    const times: number[] = []
    for (let done = 0; done < quietUploads; done++) times.push(await scanOne())
    return times
  }
  for (let number = 0; number < branches; number++) await scanOne()
  await untilDrained(product)
  const before = await scanMany()
  await writeBurst(product)
  const last = await lastSequence(product)
  const durationsMs: number[] = []
  const drainMs = await time(async () => {
    while (!(await isDrained(product, last))) durationsMs.push(await scanOne())
  })
  const after = await scanMany()
  const quiet = median([...before, ...after])
  const ratio = median(durationsMs) / quiet
  return [
    {
      what: `${count.toLocaleString('en')} events`,
      figure: `${(drainMs / 1000).toFixed(0)} s`,
      note: `${Math.round((count / drainMs) * 1000).toLocaleString('en')} per second; ${product.database}; load ${loadavg()[0]!.toFixed(1)}`,
    },
    {
      what: 'an upload during that, until it is scanned',
      figure: `${median(durationsMs).toFixed(0)} ms`,
      atMost: `${(1.1 * quiet).toFixed(0)} ms`,
      note: `${ratio.toFixed(2)} × before and after (${quiet.toFixed(0)} ms), ${durationsMs.length} uploads`,
    },
  ]
}

async function untilDrained(product: ProductProcess): Promise<void> {
  const last = await lastSequence(product)
  while (!(await isDrained(product, last))) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function lastSequence({ pool }: ProductProcess): Promise<string> {
  const { rows } = await pool.query<{ last: string }>('select max(sequence) as last from outbox_event')
  return rows[0]!.last
}

/** Whether every consumer has handled all events up to this one. */
async function isDrained({ pool }: ProductProcess, last: string): Promise<boolean> {
  const { rows } = await pool.query<{ isDrained: boolean }>(
    `select not exists (
       select from outbox_event
       where sequence <= $1 and (position is null or position > (select min(position) from outbox_consumer))
     ) as "isDrained"`,
    [last],
  )
  return rows[0]!.isDrained
}

/** Writes the events of many new advisories that affect all branches. */
async function writeBurst({ pool, databaseUrl }: ProductProcess): Promise<void> {
  const { rows } = await pool.query<{ accountUuid: string; projectUuid: string; branchUuid: string }>(
    'select account_uuid as "accountUuid", project_uuid as "projectUuid", uuid as "branchUuid" from branch',
  )
  const log = { error: () => undefined }
  const { db, close } = openDatabase({
    connection: { connectionString: databaseUrl },
    maxConnections: 1,
    log,
  })
  const { accountUuid } = rows[0]!
  for (let written = 0; written < count; written += inOneTransaction) {
    const events = Array.from({ length: inOneTransaction }, (_, index) => {
      const { projectUuid, branchUuid } = rows[index % rows.length]!
      return openedIn(projectUuid, branchUuid)
    })
    await db.transaction().execute((tx) => writeEvents(tx, accountUuid, events))
  }
  await close()
}
