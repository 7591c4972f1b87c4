import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChaosDatabase } from './database.ts'
import { endProcess, hasEnded } from './processes.ts'
import { offlineSettings } from '@assay/server/testing/offline-settings.ts'

const admin = { email: 'chaos@example.org', password: 'a password of some length' }
const main = join(import.meta.dirname, '../../apps/server/src/main.js')
const preload = join(import.meta.dirname, 'shift-clock.js')
export const startLimitMs = 120_000
const keptOutput = 200_000

/** The product in its own process. */
export interface Product {
  baseUrl: string
  /** The end of its output. */
  output(): string
  hasEnded(): boolean
  /** Whether it is shutting down: it then responds with 503. */
  isStopping(): boolean
  /** null while it runs, and if a signal ended it. */
  exitCode(): number | null
  kill(): Promise<void>
  stop(): Promise<void>
  /** Shifts its clock by ms. */
  shiftClock(ms: number): void
}

interface Place {
  folder: string
  port: number
  database: ChaosDatabase
}

/**
 * Starts the product and waits until it is ready, or has exited. With killAfterMs, it is killed after that time or when
 * it is ready.
 */
export async function startProduct(
  { folder, port, database }: Place,
  killAfterMs?: number,
): Promise<{ product: Product; isReady: boolean }> {
  const clock = join(folder, '..', 'clock')
  writeFileSync(clock, '0')
  const child = spawn(process.execPath, ['--import', preload, main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      CHAOS_CLOCK: clock,
      DATABASE_URL: database.url,
      ASSAY_DATA: folder,
      ASSAY_PORT: String(port),
      ASSAY_LOG_LEVEL: 'info',
      ...offlineSettings,
      ASSAY_ADMIN_EMAIL: admin.email,
      ASSAY_ADMIN_PASSWORD: admin.password,
    },
  })
  child.on('error', () => undefined)
  let output = ''
  const ready = Promise.withResolvers<boolean>()
  const read = (chunk: string) => {
    output = `${output}${chunk}`.slice(-keptOutput)
    if (output.includes('Assay is ready')) ready.resolve(true)
  }
  child.stdout.setEncoding('utf8').on('data', read)
  child.stderr.setEncoding('utf8').on('data', read)
  const limit = setTimeout(() => ready.resolve(false), killAfterMs ?? startLimitMs)
  // 'close' waits until all output was read.
  const exit = once(child, 'close').then(() => false)
  const isReady = await Promise.race([ready.promise, exit])
  clearTimeout(limit)
  // Even if it was ready earlier: the next start needs its folder.
  if (killAfterMs !== undefined) await endProcess(child, 'SIGKILL', 1_000)
  return { product: productOf(child, { clock, port, output: () => output }), isReady }
}

function productOf(
  child: ChildProcess,
  { clock, port, output }: { clock: string; port: number; output: () => string },
): Product {
  let isStopping = false
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    output,
    hasEnded: () => hasEnded(child),
    exitCode: () => child.exitCode,
    kill: () => endProcess(child, 'SIGKILL', 1_000),
    isStopping: () => isStopping,
    stop() {
      isStopping = true
      return endProcess(child, 'SIGTERM', 45_000)
    },
    shiftClock(ms) {
      writeFileSync(clock, String(ms))
      if (!hasEnded(child)) child.kill('SIGUSR2')
    },
  }
}

/** Creates a token without expiry for the first account's administrator; returns the whole Authorization header. */
export async function makeToken(baseUrl: string): Promise<string> {
  const session = tokenOf(await createAssayClient({ baseUrl }).credentials.login({ body: admin }))
  const api = createAssayClient({ baseUrl, authorization: () => `Bearer ${session}` })
  const { account } = await api.users.me()
  const { token } = await api.tokens.create({
    params: { accountUuid: account.uuid },
    body: { name: 'chaos' },
  })
  return `token ${token}`
}
