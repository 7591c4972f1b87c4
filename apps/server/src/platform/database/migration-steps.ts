import { sql } from 'kysely'
import type { Migration, MigrationResultSet } from 'kysely/migration'
import { setTimeout as sleep } from 'node:timers/promises'
import { createIndex, type LargeIndex } from './build-indexes.ts'
import { kindOfDriverError, outageOf } from './outage.ts'
import { DatabaseStartError } from './reach-database.ts'

/**
 * How long a migration waits for a table that others use. As long, all who come after it wait for the table, too. Not
 * longer than PostgreSQL's deadlock_timeout, which could end a statement of another process instead.
 */
const lockTimeoutMs = 1_000
/** In which others go on, before it tries again; up to twice as long. */
const pauseMs = 1_000
/** The longest transactions of the product take 10 minutes. */
const patienceMs = 15 * 60_000

export interface SchemaMigration extends Migration {
  /** Of large tables: built before `up`, while others write. An empty database gets them with `up`. */
  indexes?: readonly LargeIndex[]
}

/** The migration with that limit. */
export const boundedMigration = ({ up, indexes = [] }: SchemaMigration): Migration => ({
  async up(db) {
    await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(db)
    await up(db)
    for (const index of indexes) await createIndex(db, index)
  },
})

/** Tries again what gave up. Throws DatabaseStartError if nothing helps. */
export async function whenUnlocked(run: () => Promise<MigrationResultSet>): Promise<MigrationResultSet> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const result = await run()
    if (!isBusy(result.error)) return result
    if (performance.now() > giveUpAt) throw lockedTooLong(result)
    await sleep(pauseMs * (1 + Math.random()))
  }
}

const isBusy = (error: unknown) => outageOf(error) === 'busy' || kindOfDriverError(error) === 'busy'

const lockedTooLong = ({ results = [] }: MigrationResultSet) =>
  new DatabaseStartError(
    `The database could not be migrated (${results[0]?.migrationName}): transactions of other programs keep a table ` +
      'locked. End the oldest ones that pg_stat_activity shows, and start again.',
  )
