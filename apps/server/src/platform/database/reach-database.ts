import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, connectionLimits } from './database.ts'
import { outageOf } from './outage.ts'

/** The database cannot be used. The message is for users and says what to do. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

interface ReachOptions {
  log: { warn(context: object, message: string): void }
  timeoutMs?: number
  pauseMs?: number
}

/** Databases are often started at the same time and may need minutes to recover from a crash. */
const defaultPatienceMs = 120_000
const defaultPauseMs = 1_000

// Errors that waiting does not fix: https://www.postgresql.org/docs/current/errcodes-appendix.html
const rejections = new Map([
  ['28000', 'it does not accept this user from here'],
  ['28P01', 'the password is wrong'],
  ['3D000', 'it has no database of this name'],
  ['42501', 'this user may not connect'],
])

/** Waits until the database of DATABASE_URL accepts connections. Throws DatabaseStartError with the reason. */
export async function reachDatabase(connection: Connection, options: ReachOptions): Promise<void> {
  const { log, timeoutMs = defaultPatienceMs, pauseMs = defaultPauseMs } = options
  const deadline = performance.now() + timeoutMs
  for (let attempt = 1; ; attempt++) {
    const error = await tryOnce(connection)
    if (error === null) return
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    const rejection = code === undefined ? undefined : rejections.get(code)
    if (code === '08P01' && /startup parameter/.test(error.message))
      throw new DatabaseStartError(behindPooler)
    if (rejection !== undefined)
      throw new DatabaseStartError(`The database of DATABASE_URL rejected the connection: ${rejection}.`)
    if (performance.now() + pauseMs > deadline) throw unreachable(timeoutMs, error)
    if (attempt === 1) log.warn({ reason: error.message }, 'Waiting for the database of DATABASE_URL')
    await sleep(pauseMs)
  }
}

/**
 * Retries a repeatable startup step after a lost connection or a lock timeout: another process may be starting, or the
 * statement of a killed one may still be running.
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

const behindPooler =
  'DATABASE_URL leads to a pooler, such as PgBouncer. Set ASSAY_DIRECT_DATABASE_URL to the address of the database itself.'

async function tryOnce({ isPooled = false, ...connection }: Connection): Promise<Error | null> {
  // A pooler rejects it.
  const parameters = isPooled ? {} : { lock_timeout: 10_000 }
  const client = new pg.Client({ ...connection, ...parameters, ...connectionLimits })
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

const unreachable = (timeoutMs: number, error: Error) =>
  new DatabaseStartError(
    `The database of DATABASE_URL could not be reached within ${Math.round(timeoutMs / 1000)} s: ` +
      `${error.message || String(error)}.`,
  )
