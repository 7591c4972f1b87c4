import { readdirSync, readFileSync } from 'node:fs'
import type { Bench, Figure } from './bench.ts'
import { inventoryOf } from './generate/inventory.ts'
import { time, onProduct } from './measure.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const mb = 1024 * 1024
const documentMb = 256
const components = 190_000

export const largeDocuments: Bench = {
  title: `Three CycloneDX documents of ${documentMb} MB and ${components.toLocaleString('en')} components, uploaded concurrently, compared with one of them alone, which is what it takes to parse and scan it. Memory is the proportional set size of the server process, without and with the processes that parse documents (pages that they share, such as those of the runtime, count once), and without PostgreSQL.`,
  run: () => onProduct(startProductProcess(), measure),
}

async function measure({ api, pid }: ProductProcess): Promise<Figure[]> {
  const [single, ...documents] = [0, 1, 2, 3].map((seed) =>
    padded(inventoryOf(components, { seed: seed + 1 })),
  )
  const alone = await time(() => untilEnded(api, { bytes: single!, url: 'https://example.org/alone' }))
  const peak = { server: 0, all: 0 }
  const timer = setInterval(() => observe(pid, peak), 200)
  const startedAt = performance.now()
  const ended: string[] = []
  await Promise.all(
    documents.map(async (bytes, index) => {
      const { status, reason, acceptedAt } = await untilEnded(api, {
        bytes,
        url: `https://example.org/${index}`,
      })
      const endedAt = performance.now()
      ended.push(
        `${status}${reason ? `: ${reason}` : ''}, accepted after ${seconds(acceptedAt - startedAt)}, ended after ${seconds(endedAt - startedAt)}`,
      )
    }),
  )
  const together = performance.now() - startedAt
  clearInterval(timer)
  return [
    { what: 'peak of the server', figure: `${(peak.server / mb).toFixed(0)} MB`, atMost: '1,500 MB' },
    { what: 'peak of all its processes', figure: `${(peak.all / mb).toFixed(0)} MB`, atMost: '1,500 MB' },
    ...ended.map((figure, index) => ({ what: `document ${index + 1} to end`, figure })),
    {
      what: 'all three to end',
      figure: seconds(together),
      atMost: seconds(3 * alone),
      note: `${(together / alone).toFixed(1)} × one alone (${seconds(alone)})`,
    },
  ]
}

async function untilEnded(api: ProductProcess['api'], { bytes, url }: { bytes: Uint8Array; url: string }) {
  const body = { file: { filename: 'bom.json', bytes }, url, branch: 'main' }
  const { id } = await api.uploads.intoNew({ body: { ...body, wait: 'false' } })
  const acceptedAt = performance.now()
  const { status, reason } = await ending(api, id)
  return { status, reason, acceptedAt }
}

async function ending(api: ProductProcess['api'], id: string) {
  for (;;) {
    const build = await api.builds.get({ params: { id } })
    if (build.status === 'success' || build.status === 'failed') return build
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Adds a description to each component, as some generators do, to reach the size. */
function padded(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes)
  const words = 'Parses, validates and serializes what it is given, with types. '
  const each = Math.floor((documentMb * mb - mb - text.length) / components) - '"description":"",'.length
  const description = words.repeat(Math.ceil(each / words.length)).slice(0, each)
  const [head = '', ...rest] = text.split('{"type":"library",')
  const parts = rest.map((part) => `{"type":"library","description":"${description}",${part}`)
  return new TextEncoder().encode(head + parts.join(''))
}

/** Records the peak memory of the process and its Node children, from /proc. */
function observe(pid: number, peak: { server: number; all: number }): void {
  const server = memoryOf(pid)
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isReaderOf(name, pid))
  const all = children.reduce((sum, name) => sum + memoryOf(Number(name)), server)
  peak.server = Math.max(peak.server, server)
  peak.all = Math.max(peak.all, all)
}

function isReaderOf(name: string, pid: number): boolean {
  const stat = read(`/proc/${name}/stat`)
  const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  return Number(parent) === pid && read(`/proc/${name}/cmdline`).includes('--max-old-space-size')
}

const memoryOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024

/** '' if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
