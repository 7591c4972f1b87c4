import { setTimeout as sleep } from 'node:timers/promises'
import { checkRows, countUnfinished, withClient } from '../chaos/check.ts'
import { emptyLedger } from '../chaos/clients.ts'
import { until } from '../chaos/processes.ts'
import { randomOf } from '../random.ts'
import { type Fault, faults, settle, type Target } from './faults.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { startClients } from './load.ts'
import { Timeline } from './timeline.ts'
import { checkOut, neighborOf } from './versions.ts'

interface Drill {
  clients: number
  seed: number
  /** Names of faults; undefined: all. */
  only: readonly string[] | undefined
  /** The commit of the version before; undefined: that before the newest migration. */
  from: string | undefined
}

const steadyMs = 8_000
const endedWithinMs = 120_000
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Runs all faults under load; returns how many of them, or of the checks after them, failed. */
export async function runFleet({ clients, seed, only, from }: Drill): Promise<number> {
  const chosen = faults.filter(({ name }) => only === undefined || only.includes(name))
  // Of the commit, as the files may be changed meanwhile.
  const to = checkOut('HEAD')
  const versions = { from: chosen.some(({ isSeamless }) => isSeamless) ? olderVersion(from) : to, to }
  const fleet = await startFleet(versions.from, print)
  const timeline = new Timeline()
  const ledger = emptyLedger()
  const over = new AbortController()
  const random = randomOf(seed)
  const load = { baseUrl: fleet.baseUrl, access: fleet.access, random, ledger, timeline, signal: over.signal }
  const running = startClients(clients, load)
  const failures: string[] = []
  for (const fault of chosen) {
    const problems = await strike(fault, { target: { fleet, versions, print }, timeline })
    for (const problem of problems) print(`FAILED ${problem}`)
    failures.push(...problems)
  }
  over.abort()
  await running
  failures.push(...ledger.violations, ...(await checkEnd(fleet, ledger)))
  print(`\n${ledger.acknowledged.size} uploads acknowledged`)
  for (const failure of failures) print(`FAILED ${failure}`)
  const failed = new Set(failures).size
  print(`\n${chosen.length} faults, ${failed} failed`)
  return failed
}

function olderVersion(from = neighborOf()): string {
  print(`the version before is ${from.slice(0, 8)}`)
  return checkOut(from)
}

async function strike(
  fault: Fault,
  { target, timeline }: { target: Target; timeline: Timeline },
): Promise<string[]> {
  const isSteady = () => timeline.isSteady('read', steadyMs) && timeline.isSteady('write', steadyMs)
  let begun = 0
  try {
    await settle(isSteady, target.fleet)
    begun = performance.now()
    await fault.strike(target)
    await settle(isSteady, target.fleet)
  } catch (error) {
    return [`${fault.name}: ${error instanceof Error ? error.message : String(error)}`]
  }
  const window = { from: begun, to: performance.now() }
  const { attempts, byReason } = timeline.failures(window)
  const problems: string[] = []
  const gaps = (['read', 'write'] as const).map((kind) => {
    const { name, ms } = timeline.longestGap(kind, window)
    if (ms > fault.limits[kind] * 1000)
      problems.push(`${fault.name}: no ${kind} (${name}) for ${seconds(ms)}, at most ${fault.limits[kind]} s`)
    return `${kind}s away ${seconds(ms)} (${name})`
  })
  const reasons = [...byReason].map(([reason, count]) => `${reason} ${count}`).join(', ') || 'none'
  if (fault.isSeamless && byReason.size > 0) problems.push(`${fault.name}: attempts failed: ${reasons}`)
  print(`${fault.name}: ${gaps.join(', ')}; of ${attempts} attempts failed: ${reasons}`)
  return problems
}

/** Every acknowledged upload is there and was scanned once, every number adds up, and no schedule ran twice. */
async function checkEnd({ cluster }: Fleet, ledger: ReturnType<typeof emptyLedger>): Promise<string[]> {
  await cluster.untilComplete()
  const connection = await cluster.connection()
  return withClient(connection, async (client) => {
    const haveEnded = () => countUnfinished(client).then((count) => count === 0)
    const isDone = await until(haveEnded, endedWithinMs)
    await sleep(1_000)
    const rows = (await checkRows(client, ledger)).map(({ kind, what }) => `${kind}: ${what}`)
    return [
      ...(isDone ? [] : [`builds have not ended within ${endedWithinMs / 1000} s`]),
      ...rows,
      ...(await doubleSchedules(client)),
    ]
  })
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

type Client = Parameters<Parameters<typeof withClient>[1]>[0]

/**
 * Jobs of a schedule that were queued twice for the same time. They are kept for an hour after they have finished; the
 * jobs named here are queued by nothing else.
 */
async function doubleSchedules(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; minute: string; count: number }>(
    `select job.name, to_char(date_trunc('minute', job.created_on), 'HH24:MI') as minute, count(*)::int as count
     from queue.job join queue.schedule on schedule.name = job.name
     where job.data = '{}' or job.data is null
     group by job.name, date_trunc('minute', job.created_on) having count(*) > 1`,
  )
  return rows.map(
    ({ name, minute, count }) => `the scheduled job ${name} was queued ${count} times at ${minute}`,
  )
}
