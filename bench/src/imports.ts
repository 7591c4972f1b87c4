import { generateProjects, startFakeDependencyTrack } from '@assay/server/testing/dependency-track-server.ts'
import { runImport } from '@assay/server/testing/run-assay.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Figure } from './bench.ts'
import { onProduct, time } from './measure.ts'
import { processorMs } from './processor-time.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const versions = 600
const components = 100
const key = 'odt_AbCdEfGh_0123456789'
const hourMs = 3_600_000

export const imports: Bench = {
  title: `\`assay import dependency-track\` of ${versions} project versions with ${components} components each, of which every tenth was never uploaded and every third has two audited findings, until the last one is scanned. Processor time is that of the server, its database, the command line and the server that is imported from.`,
  run: () => onProduct(startProductProcess(), measure),
}

async function measure(product: ProductProcess): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-import-'))
  const projects = generateProjects(versions).map((project) => ({
    ...project,
    packages: [...project.packages, ...packagesOf(project.name)],
  }))
  const from = await startFakeDependencyTrack({ projects, major: 5, key })
  const params = { accountUuid: (await product.api.accounts.me()).uuid }
  const { token } = await product.api.tokens.create({ params, body: { name: 'import', access: 'admin' } })
  try {
    const begun = await processorMs(process.pid)
    const ms = await time(async () => {
      const args = ['dependency-track', '--url', from.url]
      const environment = { DEPENDENCY_TRACK_API_KEY: key }
      const server = { url: product.client.baseUrl }
      await runImport({ server, member: { authorization: token }, folder, args, environment })
      await untilAllScanned(product)
    })
    return figuresOf({ ms, ofProcessors: (await processorMs(process.pid)) - begun }, product)
  } finally {
    await from.stop()
    await rm(folder, { recursive: true })
  }
}

/** Versions of one project share most of them. */
const packagesOf = (name: string) =>
  Array.from(
    { length: components - 2 },
    (_, at) => `${at < 50 ? 'common' : name.replaceAll(':', '-')}-${at}@1.${at}.0`,
  )

function figuresOf(
  { ms, ofProcessors }: { ms: number; ofProcessors: number },
  { database }: ProductProcess,
): Figure[] {
  const cores = availableParallelism()
  const each = ofProcessors / versions
  return [
    {
      what: 'versions an hour',
      figure: inWords((versions * hourMs) / ms),
      atMost: `${inWords((cores * hourMs) / each)} if ${cores} cores did nothing else`,
      note: `${(ms / 1000).toFixed(0)} s; ${database}; load ${loadavg()[0]!.toFixed(1)}`,
    },
    { what: 'processor time of a version', figure: `${each.toFixed(0)} ms` },
  ]
}

const inWords = (number: number) => Math.round(number).toLocaleString('en')

async function untilAllScanned({ pool }: ProductProcess): Promise<void> {
  for (;;) {
    const { rows } = await pool.query("select from build where state not in ('success', 'failed') limit 1")
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
