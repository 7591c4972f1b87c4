import { createAssayClient } from '@assay/sdk/client.ts'
import type { ClientOptions } from '@assay/sdk/create-client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import manifest from '../../package.json' with { type: 'json' }
import { admin } from './product.ts'

/** Delay of the main thread's event loop in ns. */
interface LoopDelay {
  p50: number
  p99: number
  max: number
}

export interface ProductProcess {
  pid: number
  /** For other clients of the API. */
  client: Pick<ClientOptions, 'baseUrl' | 'authorization'>
  api: ReturnType<typeof createAssayClient>
  pool: pg.Pool
  database: string
  databaseUrl: string
  resetDelay(): void
  delay(): Promise<LoopDelay>
  stop(): Promise<void>
}

/** The flags of `npm start`. */
const startFlags = manifest.scripts.start.match(/--max-\S+/g) ?? []

/** Starts the product in another process than the benchmark, so that they do not share an event loop. */
export async function startProductProcess(settings: Record<string, string> = {}): Promise<ProductProcess> {
  const child = fork(new URL('product-process.ts', import.meta.url), [JSON.stringify(settings)], {
    execArgv: startFlags,
  })
  const [started] = (await once(child, 'message')) as [
    { baseUrl: string; database: string; databaseUrl: string },
  ]
  const { baseUrl, database, databaseUrl } = started
  const token = tokenOf(await createAssayClient({ baseUrl }).credentials.login({ body: admin }))
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const client = { baseUrl, authorization: () => `Bearer ${token}` }
  return {
    pid: child.pid!,
    client,
    api: createAssayClient(client),
    pool,
    database,
    databaseUrl,
    resetDelay: () => void child.send('reset-delay'),
    async delay() {
      child.send('delay')
      const [delay] = (await once(child, 'message')) as [LoopDelay]
      return delay
    },
    async stop() {
      await pool.end()
      child.send('stop')
      await once(child, 'exit')
    },
  }
}
