import { setTimeout as sleep } from 'node:timers/promises'
import { checkRows, countUnfinished, type Violation, withClient } from './check.ts'
import { diagnose } from './diagnose.ts'
import { runClients } from './clients.ts'
import { drawFault } from './faults.ts'
import type { Installation } from './installation.ts'
import { until } from './processes.ts'
import type { Product } from './product.ts'
import { type Random, randomOf } from '../random.ts'

/** Acknowledged builds must have ended this long after the product is ready again. */
const endedWithinMs = 90_000
const readyWithinMs = 60_000

export interface RoundResult {
  faults: string[]
  violations: Violation[]
  /** Log excerpts about the violations; '' without any. */
  diagnosis: string
  /** Time from the last fault until every build had ended. */
  settledMs: number
}

/** Runs clients while injecting one to three faults, lets the product recover, then checks all rows. */
export async function runRound(installation: Installation, random: Random): Promise<RoundResult> {
  const { database, disk, authorization, ledger } = installation
  const product = await installation.running()
  ledger.violations = []
  let isOver = false
  const faults: string[] = []
  const aliveness = watchAliveness(product, () => isOver)
  const clients = runClients(2 + random.below(4), {
    baseUrl: product.baseUrl,
    authorization,
    random: randomOf(random.below(2 ** 31)),
    ledger,
    isOver: () => isOver,
  })
  let current = product
  for (let count = 1 + random.below(3); count > 0; count--) {
    await sleep(random.below(700))
    current = await installation.running()
    const target = { product: current, database, disk, random, running: () => installation.running() }
    const fault = drawFault(target)
    faults.push(fault.name)
    await fault.strike(target)
  }
  await sleep(random.below(500))
  isOver = true
  await clients
  const violations = [...ledger.violations, ...(await aliveness)].map(other)
  const begin = performance.now()
  const last = await installation.running()
  last.shiftClock(0)
  violations.push(...(await recover(installation, last)))
  const settledMs = performance.now() - begin
  for (const each of new Set([product, current, last])) violations.push(...faultsOf(each).map(other))
  const diagnosis = violations.length > 0 ? await diagnose(last, database) : ''
  return { faults, violations, diagnosis, settledMs }
}

const other = (what: string): Violation => ({ kind: 'other', what })

/** Waits until the product is ready and all builds have ended, then checks the rows. */
async function recover({ database, ledger }: Installation, product: Product): Promise<Violation[]> {
  const isReady = () =>
    fetch(`${product.baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await until(isReady, readyWithinMs)))
    return [other(`not ready ${readyWithinMs / 1000} s after the last fault`)]
  const violations: Violation[] = []
  const haveEnded = () =>
    withClient(database.connection()!, async (client) => (await countUnfinished(client)) === 0)
  if (!(await until(haveEnded, endedWithinMs)))
    violations.push(other(`builds have not ended within ${endedWithinMs / 1000} s`))
  return [...violations, ...(await withClient(database.connection()!, (client) => checkRows(client, ledger)))]
}

/** /healthz must succeed while the process runs, regardless of its database. */
async function watchAliveness(product: Product, isOver: () => boolean): Promise<string[]> {
  const violations: string[] = []
  while (!isOver() && !product.isStopping() && !product.hasEnded()) {
    const status = await fetch(`${product.baseUrl}/healthz`, { signal: AbortSignal.timeout(20_000) }).then(
      (response) => response.status,
      (error: unknown) => String(error),
    )
    // Its exit may not have been noticed yet.
    if (status !== 200) await sleep(200)
    if (status !== 200 && typeof status === 'number' && !product.isStopping() && !product.hasEnded())
      violations.push(`/healthz answered ${status} while the process ran`)
    await sleep(100)
  }
  return violations
}

/** Failures that no fault excuses: exiting on its own, and unhandled errors. */
function faultsOf(product: Product): string[] {
  const output = product.output()
  const violations: string[] = []
  if (/Unhandled|Uncaught/.test(output)) violations.push(`an error was not handled: ${output.slice(-3_000)}`)
  const code = product.exitCode()
  if (code !== null && code !== 0) violations.push(`it ended with code ${code}: ${output.slice(-3_000)}`)
  return violations
}
