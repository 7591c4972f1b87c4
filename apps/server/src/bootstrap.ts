import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createFirstAccount, type FirstLogin } from '#accounts/account/create-first-account.ts'
import { openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import { loadStarter } from '#knowledge/advisories/ingestion/load-starter.ts'
import { renewIndexes } from '#knowledge/advisories/indexes/renew-indexes.ts'
import { isUnencrypted } from './setting-values.ts'
import type { Config } from './config.ts'
import { type Connection, type Database, openDatabase } from '#platform/database/database.ts'
import { hasTimeouts, setRoleDefaults } from '#platform/database/pooled-sessions.ts'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import { archiveSettings } from '#platform/backup/wal-archive.ts'
import { makePrivateFolder } from '#platform/database/embedded/private-folder.ts'
import { migrateAtStart } from '#platform/database/migrate.ts'
import { reachDatabase, repeatAfterOutage } from '#platform/database/reach-database.ts'
import { openScanner, type Scanner } from '#scanning/scans/scanner.ts'
import { closeSpool, openSpool } from '#platform/uploads/spool.ts'
import { stopWorkers } from '#platform/worker-threads/threads.ts'
import type { Advisories } from '#knowledge/advisories/indexes/loaded-indexes.ts'

interface StorageOptions {
  config: Config
  log: Logger
  /** Receives a function for each started part, which stops it. */
  disposers: (() => Promise<unknown>)[]
  onLost: (error: Error) => void
}

export interface Storage {
  connection: Connection
  /** Not through a pooler: for what needs a session of its own. */
  direct: pg.PoolConfig
  /** Of databases that follow it; undefined for none. */
  standbys: Connection | undefined
  db: Database
  pool: pg.Pool
  advisories: Advisories
  scanner: Scanner
  /** Set if this start created the first account. */
  firstLogin: FirstLogin | null
}

const connections = 20

/** The migrated database with its first account and advisories, required by every role of the server. */
export async function startStorage({ config, log, disposers, onLost }: StorageOptions): Promise<Storage> {
  await makePrivateFolder(config.dataFolder)
  await openSpool(config.dataFolder)
  disposers.push(closeSpool)
  const { connection, direct, standbys } = await openConnection({ config, log, disposers, onLost })
  const { db, pool, close } = openDatabase({ connection, standbys, maxConnections: connections, log })
  disposers.push(close)
  const repeat = <T>(step: () => Promise<T>) =>
    repeatAfterOutage(step, () => reachDatabase(connection, { log }))
  const migrations = await repeat(() => migrateAtStart({ connection: direct, log }))
  if (migrations.length > 0) log.info({ migrations }, 'The database was migrated')
  const advisoryCount = await repeat(() => loadStarter(db))
  if (advisoryCount > 0) log.info({ advisoryCount }, 'The starter set of advisories was loaded')
  const firstLogin = await repeat(() => createFirstAccount(db, config.admin))
  const folder = join(config.dataFolder, 'cache')
  const advisories = openAdvisories({ db, folder })
  disposers.push(stopWorkers)
  await repeat(() => renewIndexes(db))
  const { maxAdvisoryAgeMs } = config
  const scanner = openScanner({ db, advisories, storage: { connection, folder }, maxAdvisoryAgeMs })
  return { connection, direct, standbys, db, pool, advisories, scanner, firstLogin }
}

type Connections = Pick<Storage, 'connection' | 'direct' | 'standbys'>

async function openConnection({ config, log, disposers, onLost }: StorageOptions): Promise<Connections> {
  const { databaseUrl, directDatabaseUrl, readDatabaseUrl, dataFolder } = config
  if (databaseUrl !== undefined) {
    const isPooled = directDatabaseUrl !== undefined
    const connection = { connectionString: databaseUrl, isPooled }
    const direct = { connectionString: directDatabaseUrl ?? databaseUrl }
    const standbys = readDatabaseUrl === undefined ? undefined : { connectionString: readDatabaseUrl }
    if (
      [databaseUrl, direct.connectionString, readDatabaseUrl]
        .filter((url) => url !== undefined)
        .some(isUnencrypted)
    )
      log.warn({}, 'The connection to the database is not encrypted: append ?sslmode=verify-full to its URL')
    await reachDatabase(direct, { log })
    if (isPooled) {
      await setRoleDefaults(direct)
      await reachDatabase(connection, { log })
      if (!(await hasTimeouts(connection)))
        log.warn({}, 'The pooler has sessions from before this start, without timeouts: send it RECONNECT')
    }
    return { connection, direct, standbys }
  }
  const { walArchive } = config.backup
  const archive =
    walArchive === undefined ? undefined : { folder: walArchive, settings: archiveSettings(walArchive) }
  const embedded = await startEmbedded({ dataFolder, log, onLost, archive })
  disposers.push(() => embedded.stop())
  const connection = { ...embedded.connection }
  return { connection, direct: connection, standbys: undefined }
}
