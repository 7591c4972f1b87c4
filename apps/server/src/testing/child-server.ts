import { contract } from '@assay/contract/contract.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import type pg from 'pg'
import manifest from '../../../../package.json' with { type: 'json' }
import type { TestClient } from './test-server.ts'
import { offlineSettings } from './offline-settings.ts'

export interface ChildServer {
  pid: number
  url: string
  /** The administrator's Authorization header. */
  authorization: string
  api: TestClient
  stop(): Promise<void>
  /** Like kill -9. */
  kill(): Promise<void>
}

export interface ChildServerOptions {
  /** undefined: the embedded database of the folder. */
  connection?: pg.PoolConfig
  /** The data folder. */
  folder: string
  settings?: Record<string, string>
  /** Maximum heap in megabytes; defaults to Node's limit. */
  heapMb?: number
  /** Size of the disk of the folder; defaults to the one it is on. Needs `canMountDisk`. */
  diskMb?: number
}

/** A disk in memory in its own namespace, as any user may mount where user namespaces are on. */
const mountDisk = 'mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"'
const withDisk = (size: string, folder: string) => ['-Urm', 'sh', '-c', mountDisk, 'sh', size, folder]

/** Whether this user may mount a disk. */
export const canMountDisk = (): boolean =>
  spawnSync('unshare', [...withDisk('1m', tmpdir()), 'true'], { stdio: 'ignore' }).status === 0

const administrator = {
  ASSAY_ADMIN_EMAIL: 'admin@example.org',
  ASSAY_ADMIN_PASSWORD: 'a password of some length',
}

/** The flags of `npm start`: without them, each young generation grows to 96 MB instead of 48. */
const startFlags = manifest.scripts.start.match(/--max-\S+/g) ?? []

/**
 * Starts the whole server in its own process, as `npm start` does, so that it can be measured and killed. Its
 * administrator is logged in.
 */
export async function startChildServer({
  connection,
  folder,
  settings = {},
  heapMb,
  diskMb,
}: ChildServerOptions): Promise<ChildServer> {
  const more = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]
  const flags = [...process.execArgv, ...startFlags, ...more]
  const child = fork(
    new URL('./server-process.ts', import.meta.url),
    diskMb === undefined
      ? { execArgv: flags }
      : { execPath: 'unshare', execArgv: [...withDisk(`${diskMb}m`, folder), process.execPath, ...flags] },
  )
  const { pid } = child
  child.send({
    ASSAY_PORT: '0',
    ASSAY_LOG_LEVEL: 'silent',
    ...offlineSettings,
    ...administrator,
    ...settings,
    ASSAY_DATA: folder,
    DATABASE_URL: connection === undefined ? '' : urlOf(connection),
  })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const clientFor = (authorization?: string) =>
    createClient(contract, { baseUrl: url, authorization: () => authorization })
  const body = { email: administrator.ASSAY_ADMIN_EMAIL, password: administrator.ASSAY_ADMIN_PASSWORD }
  const authorization = `Bearer ${tokenOf(await clientFor().credentials.login({ body }))}`
  return {
    pid: pid!,
    url,
    authorization,
    api: clientFor(authorization),
    async stop() {
      if (!child.connected) return
      const exited = once(child, 'exit')
      child.send('stop')
      await exited
    },
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

function urlOf({ connectionString, host = '', port, user, database: name }: pg.PoolConfig): string {
  if (connectionString !== undefined) return connectionString
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}
