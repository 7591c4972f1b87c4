import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { offlineSettings } from '@assay/server/testing/offline-settings.ts'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { hasEnded, until } from '../chaos/processes.ts'
import { databaseUser } from './cluster.ts'
import type { Machine } from './machines.ts'

/** A web or worker process on its machine. */
export interface ProductProcess {
  machine: Machine
  role: 'web' | 'worker'
  /** Starts it, of the version in a folder; resolves when it is ready. */
  start(root: string): Promise<void>
  hasEnded(): boolean
  /** As operators do: it finishes what it has begun. */
  stop(): Promise<void>
}

const admin = { email: 'fleet@example.org', password: 'a password of some length' }
const readyWithinMs = 180_000
const stopWithinMs = 60_000
const { user, password, database } = databaseUser
const urlAt = (port: number) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

export function productOn(machine: Machine, role: 'web' | 'worker'): ProductProcess {
  let child: ChildProcess | null = null
  const healthPort = role === 'web' ? 8800 : 9464
  const isReady = () =>
    fetch(`http://${machine.address}:${healthPort}/${role === 'web' ? 'readyz' : 'healthz'}`, {
      signal: AbortSignal.timeout(4_000),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    machine,
    role,
    async start(root) {
      child = machine.start({
        name: role,
        command: [process.execPath, join(root, 'apps/server/src/main.js')],
        env: {
          ...settings,
          ASSAY_ROLES: role,
          ASSAY_DATA: join(machine.folder, 'data'),
          ASSAY_HOST: machine.address,
        },
      })
      if (await until(isReady, readyWithinMs)) return
      throw new Error(`${machine.name} did not start:\n${machine.logOf(role)}`)
    },
    hasEnded: () => child === null || hasEnded(child),
    async stop() {
      child?.kill('SIGTERM')
      if (!(await until(() => child === null || hasEnded(child), stopWithinMs)))
        throw new Error(`${machine.name} did not stop within ${stopWithinMs / 1000} s`)
    },
  }
}

const settings = {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  DATABASE_URL: urlAt(6432),
  ASSAY_DIRECT_DATABASE_URL: urlAt(5432),
  ASSAY_READ_DATABASE_URL: urlAt(5433),
  ASSAY_SECRET_KEY: 'the secret key of a fleet that exists for minutes',
  ASSAY_TRUSTED_PROXIES: '10.77.0.0/24',
  ASSAY_METRICS_PORT: '9464',
  ASSAY_DRAIN_SECONDS: '4',
  ASSAY_LOG_LEVEL: 'info',
  ...offlineSettings,
  ASSAY_ADMIN_EMAIL: admin.email,
  ASSAY_ADMIN_PASSWORD: admin.password,
}

export interface Access {
  authorization: string
  accountUuid: string
}

/** A token without expiry for the first account's administrator. */
export async function makeToken(baseUrl: string): Promise<Access> {
  const session = tokenOf(await createAssayClient({ baseUrl }).credentials.login({ body: admin }))
  const api = createAssayClient({ baseUrl, authorization: () => `Bearer ${session}` })
  const { account } = await api.users.me()
  const params = { accountUuid: account.uuid }
  const { token } = await api.tokens.create({ params, body: { name: 'fleet' } })
  return { authorization: `token ${token}`, accountUuid: account.uuid }
}
