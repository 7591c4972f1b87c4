import { createAssayClient } from '@assay/sdk/client.ts'
import { randomUUID } from 'node:crypto'
import type { Bench, Row } from './bench.ts'
import { median, time } from './measure.ts'
import { admin, type Product, startProduct } from './product.ts'

const turns = 150
const warm = 10

export const login: Bench = {
  title:
    'From the POST of a wrong password to its refusal, for an address that no one has, against one that a member has: who listens to the clock must not learn which addresses are known. A turn asks for both, in an order that changes.',
  async run() {
    const product = await startProduct()
    try {
      return await measure(product)
    } finally {
      await product.stop()
    }
  },
}

async function measure({ baseUrl, pool, database }: Product): Promise<Row[]> {
  const anonymous = createAssayClient({ baseUrl })
  const samples = { known: [] as number[], unknown: [] as number[] }
  for (let turn = -warm; turn < turns; turn++) {
    const kinds = ['known', 'unknown'] as const
    for (const kind of turn % 2 === 0 ? kinds : kinds.toReversed()) {
      // Otherwise the lockout would answer from the sixth turn on.
      await pool.query('delete from login_failure')
      const email = kind === 'known' ? admin.email : `${randomUUID()}@example.org`
      const body = { email, password: 'not the password' }
      const ms = await time(() => refused(anonymous.credentials.login({ body })))
      if (turn >= 0) samples[kind].push(ms)
    }
  }
  const differences = samples.unknown.map((ms, turn) => ms - samples.known[turn]!)
  const note = `the sign of ${tally(differences)} turns says slower; chance alone keeps within ${chance()}; ${database}`
  const floor = { what: 'a known address', ms: median(samples.known) }
  return [{ what: 'an unknown address', ms: median(samples.unknown), floor, note }]
}

async function refused(attempt: Promise<unknown>): Promise<void> {
  const status = await attempt.then(
    () => 200,
    (error: { status?: number }) => error.status,
  )
  if (status !== 401) throw new Error(`A wrong password was answered with ${status}`)
}

const tally = (differences: number[]) =>
  `${differences.filter((ms) => ms > 0).length} of ${differences.length}`

/** The sign test: of fair coins, 19 of 20 series stay within 1.96 standard deviations of the half. */
function chance(): string {
  const spread = (1.96 * Math.sqrt(turns)) / 2
  return `${Math.ceil(turns / 2 - spread)} to ${Math.floor(turns / 2 + spread)}`
}
