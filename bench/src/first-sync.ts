import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { startFeedServer } from '@assay/server/testing/feed-server.ts'
import { zipOf } from '@assay/server/testing/zip.ts'
import type { Bench, Figure } from './bench.ts'
import { osvRecordsOf } from './generate/osv-records.ts'
import { time } from './measure.ts'
import { processorMs } from './processor-time.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const records = 215_000

/** About as many as the public archives of the other languages have. */
const others: Partial<Record<EcosystemId, number>> = {
  pypi: 18_000,
  maven: 6500,
  packagist: 6000,
  go: 5500,
  rubygems: 4000,
  'crates.io': 2200,
  nuget: 1600,
  hex: 300,
}
const otherIds = Object.keys(others) as EcosystemId[]

export const firstSync: Bench = {
  title: `The first sync of ${records.toLocaleString('en')} npm records into an empty server, until they can be matched, compared with \`assay advisories sync --offline\` of the same archive in the same run; and of the archives of ${otherIds.length} other languages after it. Processor time includes PostgreSQL's.`,
  heads: ['', 'duration', 'at most', ''],
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    const archive = archiveOf('npm', records)
    const path = join(folder, 'all.zip')
    await writeFile(path, archive)
    const archives = otherIds.map((id, at) => [
      `/${osvName(id)}/all.zip`,
      archiveOf(osvName(id), others[id]!, at + 2),
    ])
    const feed = await startFeedServer({ '/npm/all.zip': archive, ...Object.fromEntries(archives) })
    try {
      const command = await indexWithCommand(path, folder)
      const { npm, all } = await syncServer(feed.url)
      return [
        {
          ...rowOf('the server', npm, `${(npm.cpuMs / command.cpuMs).toFixed(1)} × the command line's`),
          atMost: '60 s',
        },
        { ...rowOf('the server, all languages', all, 'npm included'), atMost: '300 s' },
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

/** Of npm, and of all ecosystems with npm. */
async function syncServer(url: string): Promise<{ npm: Measured; all: Measured }> {
  const product = await startProductProcess({ ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' })
  try {
    const before = await processorMs(product.pid)
    const start = performance.now()
    const measured = async (): Promise<Measured> => ({
      ms: performance.now() - start,
      cpuMs: (await processorMs(product.pid)) - before,
    })
    await sync(product, url, ['npm'])
    const npm = await measured()
    await sync(product, url, otherIds)
    return { npm, all: await measured() }
  } finally {
    await product.stop()
  }
}

async function sync({ api }: ProductProcess, from: string, ids: readonly EcosystemId[]): Promise<void> {
  // One at a time, as a second one is refused.
  for (const id of ids) {
    await api.advisoryDatabases.sync({ params: { id }, body: { from } })
    await untilSynced(api, id)
  }
}

async function untilSynced(api: ProductProcess['api'], id: EcosystemId): Promise<void> {
  for (;;) {
    await sleep(200)
    const { state, reason } = await api.advisoryDatabases.progress({ params: { id } })
    if (state === 'done') return
    if (state === 'failed') throw new Error(`The sync of ${id} failed: ${reason}`)
  }
}

const osvName = (id: EcosystemId) => ecosystemById(id).osvName

const archiveOf = (ecosystem: string, count: number, seed = 1) =>
  zipOf(
    Object.fromEntries(
      [...osvRecordsOf(count, { ecosystem, seed })].map(({ id, text }) => [`${id}.json`, text]),
    ),
  )

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
