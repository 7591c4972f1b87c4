import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createFirstAccount, type FirstLogin } from './accounts/create-first-account.ts'
import { type Advisories, openAdvisories } from './advisories/advisories.ts'
import { loadStarter } from './advisories/load-starter.ts'
import { renewIndexes } from './advisories/renew-indexes.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database/database.ts'
import { startEmbedded } from './database/embedded/embedded.ts'
import { migrate } from './database/migrate.ts'
import { stopThreads } from './threads/threads.ts'

interface Opening {
  config: Config
  log: Logger
  /** Takes what undoes each step. */
  started: (() => Promise<unknown>)[]
  onLost: () => void
}

export interface Storage {
  connection: pg.PoolConfig
  db: Database
  advisories: Advisories
  /** When this made the first account. */
  firstLogin: FirstLogin | null
}

const connections = 20

/** The migrated database with its first account and the advisories: what every role of the server stands on. */
export async function openStorage({ config, log, started, onLost }: Opening): Promise<Storage> {
  await mkdir(config.dataFolder, { recursive: true })
  const connection = await reachDatabase({ config, log, started, onLost })
  const { db, close } = openDatabase({ connection, maxConnections: connections, log })
  started.push(close)
  const migrations = await migrate(db)
  if (migrations.length > 0) log.info({ migrations }, 'The database was migrated')
  const advisoryCount = await loadStarter(db)
  if (advisoryCount > 0) log.info({ advisoryCount }, 'The starter set of advisories was loaded')
  const firstLogin = await createFirstAccount(db, config.admin)
  const advisories = openAdvisories({ db, folder: join(config.dataFolder, 'cache') })
  started.push(stopThreads)
  await renewIndexes(db)
  return { connection, db, advisories, firstLogin }
}

async function reachDatabase({ config, log, started, onLost }: Opening): Promise<pg.PoolConfig> {
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl }
  const embedded = await startEmbedded({ dataFolder: config.dataFolder, log, onLost })
  started.push(() => embedded.stop())
  return { ...embedded.connection }
}
