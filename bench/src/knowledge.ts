import { startFeedServer } from '@assay/server/testing/feed-server.ts'
import { zipOf } from '@assay/server/testing/zip.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Figure } from './bench.ts'
import { untilScanned, uploader } from './burst.ts'
import { inventoryOf } from './generate/inventory.ts'
import { median, time } from './measure.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const advisories = 60_000
const projects = 20
const packagesEach = 5000
const uploads = 40
const osv = { params: { id: 'osv' } }

export const knowledge: Bench = {
  title: `Sequential uploads of 840 components: alone, and while ${advisories.toLocaleString('en')} advisories are synced and the releases of ${(projects * packagesEach).toLocaleString('en')} packages in use are read.`,
  async run() {
    const feed = await startFeedServer({ '/npm/all.zip': archiveOf(advisories) })
    const registry = await startDepsDev()
    const product = await startProductProcess({
      ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
      ASSAY_RELEASES: 'true',
      ASSAY_DEPS_DEV_URL: registry.url,
    })
    try {
      return await measure(product, { feed: feed.url, registry })
    } finally {
      await product.stop()
      await feed.stop()
      registry.stop()
    }
  },
}

async function measure(
  product: ProductProcess,
  { feed, registry }: { feed: string; registry: DepsDev },
): Promise<Figure[]> {
  const { api } = product
  const send = uploader(product)
  const scanOne = () => time(async () => untilScanned(product, [await send()]))
  const scanMany = async () => {
    const times: number[] = []
    for (let done = 0; done < uploads; done++) times.push(await scanOne())
    return times
  }
  for (let number = 1; number <= projects; number++)
    await api.uploads.intoNew({
      body: {
        file: { filename: 'bom.json', bytes: inventoryOf(packagesEach, { seed: 100 + number }) },
        url: `https://example.org/in-use-${number}`,
        branch: 'main',
      },
    })
  await scanMany()
  const before = median(await scanMany())
  registry.resume()
  product.resetDelay()
  const readBefore = registry.count()
  await api.advisoryDatabases.sync({ ...osv, body: { from: `${feed}/npm/all.zip` } })
  const durationsMs: number[] = []
  const syncMs = await time(async () => {
    while (await isSyncing(product)) {
      durationsMs.push(await scanOne())
      await sleep(100)
    }
  })
  const { p99, max } = await product.delay()
  const read = registry.count() - readBefore
  registry.pause()
  await untilIdle(product)
  const alone = median(await scanMany())
  const { state, added, reason } = await api.advisoryDatabases.progress(osv)
  if (state !== 'done') throw new Error(`The sync ended as ${state}: ${reason}`)
  return [
    {
      what: 'an upload during the sync, until it is scanned',
      figure: `${median(durationsMs).toFixed(0)} ms`,
      atMost: `${(1.2 * alone).toFixed(0)} ms`,
      note: `${(median(durationsMs) / alone).toFixed(2)} × alone with what was read by then (${alone.toFixed(0)} ms; before: ${before.toFixed(0)} ms), ${durationsMs.length} uploads; ${product.database}; load ${loadavg()[0]!.toFixed(1)}`,
    },
    {
      what: 'the sync',
      figure: `${(syncMs / 1000).toFixed(0)} s`,
      note: `${added.toLocaleString('en')} advisories added; ${read.toLocaleString('en')} packages read during the sync`,
    },
    {
      what: 'event loop delay during the sync',
      figure: `p99 ${(p99 / 1e6).toFixed(0)} ms`,
      note: `max ${(max / 1e6).toFixed(0)} ms`,
    },
  ]
}

async function isSyncing({ api }: ProductProcess): Promise<boolean> {
  const { state } = await api.advisoryDatabases.progress(osv)
  return state === 'queued' || state === 'running'
}

/** Waits until the rescans caused by new advisories and releases have ended. */
async function untilIdle({ pool }: ProductProcess): Promise<void> {
  for (;;) {
    await sleep(3000)
    const { rows } = await pool.query<{ open: number }>(
      `select count(*)::int as open from build where state in ('queued', 'scanning')`,
    )
    if (rows[0]!.open === 0) return
  }
}

/** OSV records of packages, of which the uploads use few. */
function archiveOf(count: number): Uint8Array {
  const files: Record<string, string> = {}
  for (let at = 0; at < count; at++)
    files[`GHSA-bench-${at}.json`] = JSON.stringify({
      id: `GHSA-bench-${at}`,
      modified: '2026-01-01T00:00:00Z',
      published: '2026-01-01T00:00:00Z',
      aliases: [`CVE-2025-${100_000 + at}`],
      summary: `Prototype pollution in package ${at}`,
      details: 'A crafted object sets properties of the prototype. '.repeat(20),
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      affected: [
        {
          package: { ecosystem: 'npm', name: `synced-${Math.floor(at / 3)}` },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: `1.${at % 50}.0` }] }],
        },
      ],
    })
  return zipOf(files)
}

interface DepsDev {
  url: string
  /** Number of packages served. */
  count(): number
  /** Holds requests back from then on, as at the start. */
  pause(): void
  resume(): void
  stop(): void
}

/** Returns 30 releases for every package. */
async function startDepsDev(): Promise<DepsDev> {
  let gate = Promise.withResolvers<void>()
  let served = 0
  const versions = Array.from({ length: 30 }, (_, minor) => ({
    versionKey: { version: `4.${minor}.0` },
    publishedAt: new Date(Date.UTC(2024, 0, 1 + minor * 10)).toISOString(),
  }))
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    await gate.promise
    if (request.url?.includes('/packages/')) served++
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ versions }))
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => served,
    pause() {
      gate = Promise.withResolvers<void>()
    },
    resume: () => gate.resolve(),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
