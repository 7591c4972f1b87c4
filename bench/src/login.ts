import { createAssayClient } from '@assay/sdk/client.ts'
import { randomUUID } from 'node:crypto'
import type { Bench, Row } from './bench.ts'
import { median, time } from './measure.ts'
import { admin, type Product, startProduct } from './product.ts'

const turns = 150
const warm = 10

export const login: Bench = {
  title:
    'Response time of a login with a wrong password and of a registration, for an unknown address compared with that of a member: timing must not reveal which addresses are known. Each round measures both, in alternating order.',
  async run() {
    // There is no mail server: emails are sent after the response.
    const settings = { ASSAY_REGISTRATION: 'true', ASSAY_SMTP_URL: 'smtp://127.0.0.1:1' }
    const product = await startProduct({ ...settings, ASSAY_LOG_LEVEL: 'silent' })
    try {
      const { credentials } = createAssayClient({ baseUrl: product.baseUrl })
      return [
        await measure(product, 'a login with', (email) =>
          refused(credentials.login({ body: { email, password: 'not the password' } })),
        ),
        await measure(product, 'a registration with', (email) =>
          credentials.register({ body: { email, password: 'plums in the icebox' } }),
        ),
      ]
    } finally {
      await product.stop()
    }
  },
}

async function measure(
  { pool, database }: Product,
  what: string,
  ask: (email: string) => Promise<unknown>,
): Promise<Row> {
  const samples = { known: [] as number[], unknown: [] as number[] }
  for (let turn = -warm; turn < turns; turn++) {
    const kinds = ['known', 'unknown'] as const
    for (const kind of turn % 2 === 0 ? kinds : kinds.toReversed()) {
      // Otherwise, the lockout would apply from the sixth attempt on.
      await pool.query('delete from login_failure')
      const email = kind === 'known' ? admin.email : `${randomUUID()}@example.org`
      const ms = await time(() => ask(email))
      if (turn >= 0) samples[kind].push(ms)
    }
  }
  const differences = samples.unknown.map((ms, turn) => ms - samples.known[turn]!)
  const note = `the sign of ${tally(differences)} turns says slower; chance alone keeps within ${chance()}; ${database}`
  const floor = { what: `${what} a known address`, ms: median(samples.known) }
  return { what: `${what} an unknown address`, ms: median(samples.unknown), floor, note }
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

/** Sign test: 95% of series of fair coin tosses are within 1.96 standard deviations of half. */
function chance(): string {
  const spread = (1.96 * Math.sqrt(turns)) / 2
  return `${Math.ceil(turns / 2 - spread)} to ${Math.floor(turns / 2 + spread)}`
}
