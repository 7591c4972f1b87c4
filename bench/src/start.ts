import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { median, time } from './measure.ts'
import { offlineSettings } from '@assay/server/testing/offline-settings.ts'

const restarts = 7

export const start: Bench = {
  title:
    'From starting the process to the first 200 of /readyz, with the embedded database, as npm start does after its build. The floor is the same Node with an empty script.',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    try {
      const first = await startOnce(folder)
      const samples: number[] = []
      const empty: number[] = []
      for (let turn = 0; turn < restarts; turn++) {
        samples.push(await startOnce(folder))
        empty.push(await time(() => once(spawn(process.execPath, ['-e', '0']), 'exit')))
      }
      const floor = { what: 'node -e 0', ms: median(empty) }
      return [
        { what: 'with an existing database', ms: median(samples), floor },
        {
          what: 'the first start of all',
          ms: first,
          floor,
          note: 'one sample; makes database, starter set and key',
        },
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** What npm run build writes. */
const main = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const port = 18_800

async function startOnce(folder: string): Promise<number> {
  const env = {
    ...process.env,
    DATABASE_URL: '',
    ASSAY_DATA: folder,
    ASSAY_PORT: String(port),
    ASSAY_LOG_LEVEL: 'error',
    ...offlineSettings,
  }
  const server = spawn(process.execPath, [main], { env, stdio: 'ignore' })
  const ended = once(server, 'exit')
  const ms = await time(async () => {
    while (!(await isReady())) {
      if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
      await sleep(5)
    }
  })
  server.kill('SIGTERM')
  await ended
  return ms
}

const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
