import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createFirstAccount } from './accounts/create-first-account.ts'
import { openAdvisories } from './advisories/advisories.ts'
import { loadStarter } from './advisories/load-starter.ts'
import { renewIndexes } from './advisories/renew-indexes.ts'
import { createApp } from './app.ts'
import { openVault } from './auth/vault.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/database.ts'
import { startEmbedded } from './database/embedded/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openMail } from './mail/mail.ts'
import { openSms } from './sms/sms.ts'
import { openQueue } from './queue/queue.ts'
import { createLog } from './system/log.ts'
import { stopThreads } from './threads/threads.ts'
import { workOnScans } from './scans/work-on-scans.ts'

export interface RunningServer {
  /** Where it listens; null for a worker without web. */
  address: string | null
  stop(): Promise<void>
  /** Calls back when the server cannot go on, such as when its database is gone. */
  onLost(callback: () => void): void
}

const webConnections = 20

/** Starts everything that the configuration asks for. What was started is stopped again when a part fails. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLog(config.logLevel)
  const started: (() => Promise<unknown>)[] = []
  const lost: (() => void)[] = []
  const stop = async () => {
    for (const undo of started.splice(0).toReversed()) await undo()
  }
  try {
    await mkdir(config.dataFolder, { recursive: true })
    const connection = await reachDatabase({
      config,
      log,
      started,
      onLost: () => lost.forEach((call) => call()),
    })
    const { db, close } = openDatabase({ connection, maxConnections: webConnections, log })
    started.push(close)
    const migrations = await migrate(db)
    if (migrations.length > 0) log.info({ migrations }, 'The database was migrated')
    const advisoryCount = await loadStarter(db)
    if (advisoryCount > 0) log.info({ advisoryCount }, 'The starter set of advisories was loaded')
    const firstLogin = await createFirstAccount(db, config.admin)
    const queue = await openQueue({ connection, log })
    started.push(() => queue.stop())
    const advisories = openAdvisories({ db, folder: join(config.dataFolder, 'cache') })
    started.push(stopThreads)
    await renewIndexes(db)
    if (config.roles.has('worker')) await workOnScans({ db, queue, advisories, log })
    if (!config.roles.has('web'))
      return { address: null, stop, onLost: (callback) => void lost.push(callback) }

    const app = await createApp({
      ...{ db, config, queue, advisories, log },
      ...{ mail: openMail({ config, log }), sms: openSms({ config }), vault: await openVault(config) },
    })
    await app.listen({ port: config.port, host: config.host })
    started.push(() => app.close())
    const address = addressOf(config, app.server.address() as AddressInfo)
    greet(address, firstLogin)
    return { address, stop, onLost: (callback) => void lost.push(callback) }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Reach {
  config: Config
  log: Logger
  started: (() => Promise<unknown>)[]
  onLost: () => void
}

async function reachDatabase({ config, log, started, onLost }: Reach): Promise<pg.PoolConfig> {
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl }
  const embedded = await startEmbedded({ dataFolder: config.dataFolder, log, onLost })
  started.push(() => embedded.stop())
  return { ...embedded.connection }
}

function addressOf({ publicUrl, host }: Config, { port }: AddressInfo): string {
  if (publicUrl !== undefined) return publicUrl
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function greet(address: string, firstLogin: { email: string; password: string | null } | null): void {
  const lines = ['', `  Assay is ready: ${address}`, '']
  if (firstLogin) {
    lines.push(`  Log in as     ${firstLogin.email}`)
    lines.push(
      firstLogin.password === null
        ? '  Password      as in ASSAY_ADMIN_PASSWORD'
        : `  Password      ${firstLogin.password}`,
    )
    if (firstLogin.password !== null) lines.push('                It is shown this once: keep it.')
    lines.push('')
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
