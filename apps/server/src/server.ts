import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { openVault } from './auth/vault.ts'
import type { Config } from './config.ts'
import { workOnDemos } from './demo/work-on-demos.ts'
import { openMail } from './mail/mail.ts'
import { openSms } from './sms/sms.ts'
import { openStorage } from './open-storage.ts'
import { openQueue } from './queue/queue.ts'
import { createLog } from './system/log.ts'
import { workOnScans } from './scans/work-on-scans.ts'

export interface RunningServer {
  /** Where it listens; null for a worker without web. */
  address: string | null
  stop(): Promise<void>
  /** Calls back when the server cannot go on, such as when its database is gone. */
  onLost(callback: () => void): void
}

/** Starts everything that the configuration asks for. What was started is stopped again when a part fails. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLog(config.logLevel)
  const started: (() => Promise<unknown>)[] = []
  const lost: (() => void)[] = []
  const stop = async () => {
    for (const undo of started.splice(0).toReversed()) await undo()
  }
  try {
    const onLost = () => lost.forEach((call) => call())
    const { connection, db, advisories, firstLogin } = await openStorage({ config, log, started, onLost })
    const queue = await openQueue({ connection, log })
    started.push(() => queue.stop())
    if (config.roles.has('worker'))
      for (const work of [workOnScans, workOnDemos]) await work({ db, queue, advisories, log })
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
