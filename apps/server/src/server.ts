import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppOptions, createApp } from './app.ts'
import { openVault } from '#platform/secrets/vault.ts'
import type { Config } from './config.ts'
import { consumers } from './consumers.ts'
import { jobsFor, startWorkers } from './jobs.ts'
import { openMetrics } from '#operations/metrics/collect.ts'
import { startHeartbeat } from '#operations/status/heartbeat.ts'
import { repeatErasures } from '#operations/people/repeat-erasures.ts'
import { serveMetrics } from '#operations/metrics/serve.ts'
import { openMail } from '#platform/email/mail.ts'
import { openSms } from '#platform/sms/sms.ts'
import type { Logger } from 'pino'
import { startStorage } from './bootstrap.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { numbersInThread } from '#reporting/numbers/numbers-thread.ts'
import { openStandbys } from '#platform/database/standbys.ts'
import { watchPrimary } from '#platform/database/watch-primary.ts'
import { createLog } from '#platform/system/log.ts'

export interface RunningServer {
  /** Address it listens on; null for a worker without web. */
  address: string | null
  stop(): Promise<void>
  /** Called with the reason if the server cannot continue: its embedded database could not be restarted. */
  onLost(callback: (error: Error) => void): void
}

/** Starts everything the configuration requires. If a part fails, the others are stopped again. */
export async function startServer(
  config: Config,
  log: Logger = createLog(config.logLevel),
): Promise<RunningServer> {
  const disposers: (() => Promise<unknown>)[] = []
  const lost: ((error: Error) => void)[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    for (const dispose of disposers.splice(0).toReversed()) await dispose()
  }
  try {
    const tracing = await startTracing(config, log)
    if (tracing) disposers.push(() => tracing.stop())
    const onLost = (error: Error) => lost.forEach((call) => call(error))
    const { connection, direct, standbys, db, pool, advisories, scanner, firstLogin } = await startStorage({
      config,
      log,
      disposers,
      onLost,
    })
    const heartbeat = await startHeartbeat(db, config)
    disposers.push(() => heartbeat.stop())
    const numbers = numbersInThread(connection, standbys)
    disposers.push(() => numbers.stop())
    const primary = standbys && watchPrimary(connection)
    if (primary) disposers.push(() => primary.stop())
    const queue = await openQueue({ connection: direct, jobs: jobsFor(config), log })
    disposers.push(() => queue.stop())
    const context: JobContext = {
      db,
      connection: direct,
      config,
      queue,
      advisories,
      scanner,
      numbers,
      standbys: primary && openStandbys(primary),
      log,
      mail: openMail(config),
      sms: openSms({ config }),
      vault: await openVault(config),
    }
    const repeated = await repeatErasures(context)
    if (repeated > 0)
      log.warn({ members: repeated }, 'Members who were erased before a restore are erased again')
    if (config.roles.has('worker')) {
      const dispatcher = await startWorkers(context, pollingOf(config))
      disposers.push(() => dispatcher.stop())
    }
    scanner.warmUp().catch((error: unknown) => {
      // The stop ends threads that are still starting.
      if (!isStopping) log.warn({ err: error }, 'Scan threads could not be started yet')
    })
    const metrics = await startMetrics({ config, db, queue, pool }, disposers)
    if (!config.roles.has('web'))
      return { address: null, stop, onLost: (callback) => void lost.push(callback) }

    numbers.warmUp().catch((error: unknown) => {
      if (!isStopping) log.warn({ err: error }, 'The thread for numbers could not be started yet')
    })
    const address = await listen({ ...context, log, metrics }, disposers)
    greet(address, firstLogin)
    return { address, stop, onLost: (callback) => void lost.push(callback) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Answers requests; returns the address. Asked to stop, it is not ready any more, but still there for a while. */
async function listen(options: AppOptions, disposers: (() => Promise<unknown>)[]): Promise<string> {
  const { config } = options
  const leaving = new AbortController()
  const app = await createApp({ ...options, leaving: leaving.signal })
  await app.listen({ port: config.port, host: config.host })
  disposers.push(
    () => app.close(),
    () => {
      leaving.abort()
      return sleep(config.drainMs)
    },
  )
  return addressOf(config, app.server.address() as AddressInfo)
}

async function startMetrics(
  context: Omit<Parameters<typeof openMetrics>[0], 'consumers'>,
  disposers: (() => Promise<unknown>)[],
) {
  const metrics = openMetrics({ ...context, consumers })
  disposers.push(() => Promise.resolve(metrics.stop()))
  if (context.config.metrics.port === undefined) return metrics
  const listening = await serveMetrics(context.config, metrics)
  disposers.push(() => listening.close())
  return metrics
}

/** Not loaded without its settings. */
async function startTracing(config: Config, log: Logger) {
  if (!config.tracing) return null
  return (await import('#operations/traces/open-tracing.ts')).openTracing(config, log)
}

function pollingOf({ pollSeconds }: Config) {
  return pollSeconds === undefined ? {} : { polling: { consumerPollMs: pollSeconds * 1000 } }
}

function addressOf({ publicUrl, host, basePath }: Config, { port }: AddressInfo): string {
  if (publicUrl !== undefined) return publicUrl
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${basePath}`
}

function greet(address: string, firstLogin: { email: string; password: string | null } | null): void {
  const lines = ['', `  Assay is ready: ${address}`, '']
  if (firstLogin) {
    lines.push(`  Log in as     ${firstLogin.email}`)
    lines.push(
      firstLogin.password === null
        ? '  Password      set by ASSAY_ADMIN_PASSWORD'
        : `  Password      ${firstLogin.password}`,
    )
    if (firstLogin.password !== null) lines.push('                Shown only once. Save it now.')
    lines.push('')
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
