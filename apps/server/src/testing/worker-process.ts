import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { offlineSettings } from './offline-settings.ts'

interface WorkerOptions {
  connection: pg.PoolConfig
  /** The data folder. */
  folder: string
  settings?: Record<string, string>
}

const main = fileURLToPath(new URL('../main.js', import.meta.url))

/** Shared with test servers whose secrets the worker reads. */
export const sharedKey = { ASSAY_SECRET_KEY: 'k'.repeat(32) }

/** Starts a process that only works on jobs and events. Emails are printed. */
export function startWorkerProcess({ connection, folder, settings }: WorkerOptions) {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ASSAY_DATA: folder,
    ...offlineSettings,
    ...sharedKey,
    ASSAY_ROLES: 'worker',
    ASSAY_LOG_LEVEL: 'error',
    DATABASE_URL: connection.connectionString ?? socketUrl(connection),
    ASSAY_SMTP_URL: 'console://',
    ...settings,
  }
  return spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'ignore'] })
}

/** Connection to the embedded database. */
function socketUrl({ host = '', port, user, password, database }: pg.PoolConfig): string {
  const login = password === undefined ? user : `${user}:${String(password)}`
  return `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Like kill -9. Does nothing if the process has ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
