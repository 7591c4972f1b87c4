import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionLimits } from './database.ts'
import { outageOf } from './outage.ts'

/** The database of DATABASE_URL cannot be used; the message is a sentence for people. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

interface Reaching {
  log: { warn(context: object, message: string): void }
  patienceMs?: number
  pauseMs?: number
}

/** Often both are started together, and a database takes its time: to recover from a crash, minutes. */
const defaultPatienceMs = 120_000
const defaultPauseMs = 1_000

// https://www.postgresql.org/docs/current/errcodes-appendix.html: what no waiting changes
const refusals = new Map([
  ['28000', 'it does not accept this user from here'],
  ['28P01', 'the password is wrong'],
  ['3D000', 'it has no database of this name'],
  ['42501', 'this user may not connect'],
])

/** Waits until the database of DATABASE_URL accepts connections. Throws DatabaseStartError with what is wrong. */
export async function reachDatabase(connection: pg.ClientConfig, reaching: Reaching): Promise<void> {
  const { log, patienceMs = defaultPatienceMs, pauseMs = defaultPauseMs } = reaching
  const deadline = performance.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    const error = await tryOnce(connection)
    if (error === null) return
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    const refusal = code === undefined ? undefined : refusals.get(code)
    if (refusal !== undefined)
      throw new DatabaseStartError(`The database of DATABASE_URL refuses: ${refusal}.`)
    if (performance.now() + pauseMs > deadline) throw unreachable(patienceMs, error)
    if (attempt === 1) log.warn({ reason: error.message }, 'Waiting for the database of DATABASE_URL')
    await sleep(pauseMs)
  }
}

/**
 * Makes another attempt at a step of the start that can be repeated, when a lost connection ended it, or the wait for
 * a lock that another process holds: one that also starts, or one that was killed and whose statement is still running.
 */
export async function repeatAfterOutage<T>(step: () => Promise<T>, reach: () => Promise<void>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      const outage = outageOf(error)
      if (attempt === maxAttempts || outage === null || outage === 'storage') throw error
      await reach()
    }
  }
}

const maxAttempts = 5

async function tryOnce(connection: pg.ClientConfig): Promise<Error | null> {
  const client = new pg.Client({ ...connection, ...connectionLimits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error as Error
  } finally {
    await client.end()
  }
}

const unreachable = (patienceMs: number, error: Error) =>
  new DatabaseStartError(
    `The database of DATABASE_URL could not be reached within ${Math.round(patienceMs / 1000)} s: ` +
      `${error.message || String(error)}.`,
  )
