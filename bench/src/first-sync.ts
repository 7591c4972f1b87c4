import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startFeedServer } from '@assay/server/testing/feed-server.ts'
import { zipOf } from '@assay/server/testing/zip.ts'
import type { Bench, Figure } from './bench.ts'
import { osvRecordsOf } from './generate/osv-records.ts'
import { time } from './measure.ts'
import { processorMs } from './processor-time.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const records = 215_000
const npm = { params: { id: 'npm' } }

export const firstSync: Bench = {
  title: `The first sync of ${records.toLocaleString('en')} npm records into an empty server, until they can be matched, compared with \`assay advisories sync --offline\` of the same archive in the same run. Processor time includes PostgreSQL's.`,
  heads: ['', 'duration', 'at most', ''],
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    const archive = zipOf(
      Object.fromEntries([...osvRecordsOf(records)].map(({ id, text }) => [`${id}.json`, text])),
    )
    const path = join(folder, 'all.zip')
    await writeFile(path, archive)
    const feed = await startFeedServer({ '/npm/all.zip': archive })
    try {
      const command = await indexWithCommand(path, folder)
      const server = await syncServer(feed.url)
      return [
        rowOf('the server', server, `${(server.cpuMs / command.cpuMs).toFixed(1)} × the command line's`),
        rowOf('the command line', command, 'index on disk'),
      ]
    } finally {
      await feed.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Measured {
  ms: number
  cpuMs: number
}

const rowOf = (what: string, { ms, cpuMs }: Measured, note: string): Figure => ({
  what,
  figure: `${(ms / 1000).toFixed(1)} s`,
  note: `${(cpuMs / 1000).toFixed(1)} s of processor time, ${note}; load ${loadavg()[0]!.toFixed(1)}`,
})

async function syncServer(url: string): Promise<Measured> {
  const product = await startProductProcess({ ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' })
  try {
    const before = await processorMs(product.pid)
    const ms = await time(async () => {
      await product.api.advisoryDatabases.sync({ ...npm, body: { from: url } })
      await untilSynced(product)
    })
    return { ms, cpuMs: (await processorMs(product.pid)) - before }
  } finally {
    await product.stop()
  }
}

async function untilSynced({ api }: ProductProcess): Promise<void> {
  for (;;) {
    await sleep(200)
    const { state, reason } = await api.advisoryDatabases.progress(npm)
    if (state === 'done') return
    if (state === 'failed') throw new Error(`The sync failed: ${reason}`)
  }
}

const main = fileURLToPath(new URL('../../apps/cli/src/main.js', import.meta.url))

async function indexWithCommand(path: string, folder: string): Promise<Measured> {
  const args = [main, 'advisories', 'sync', '--offline', '--from', path]
  const env = { ...process.env, ASSAY_HOME: join(folder, 'home'), CI: 'true' }
  let cpuMs = 0
  const ms = await time(async () => {
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
    const sampling = setInterval(
      () => void processorMs(child.pid!).then((value) => (cpuMs = Math.max(cpuMs, value))),
      200,
    )
    const [code] = (await once(child, 'exit')) as [number | null]
    clearInterval(sampling)
    if (code !== 0) throw new Error(`assay advisories sync ended with ${code}`)
  })
  return { ms, cpuMs }
}
