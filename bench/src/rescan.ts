import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Figure } from './bench.ts'
import { untilScanned } from './burst.ts'
import { time, onProduct } from './measure.ts'
import { processorMs } from './processor-time.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const inventories = 10
const branchesEach = 1000
const branches = inventories * branchesEach
const components = 120
const alone = 100
const osv = { params: { id: 'osv' } }

export const rescan: Bench = {
  title: `An advisory on a package of ${branches.toLocaleString('en')} branches with ${inventories} different inventories of ${components} components, from the upload of its record until all rescans have ended: one that matches no version in use, and one that matches all. In the same run, ${alone} rescans of these branches one by one, each of its own document.`,
  run: () => onProduct(startProductProcess(), measure),
}

async function measure(product: ProductProcess): Promise<Figure[]> {
  await learn(product, 'unrelated', '1.0.0')
  for (let number = 0; number < inventories; number++) await fill(product, number)
  const oneByOne = await rescanAlone(product)
  const other = await afterAdvisory(product, '0.5.0')
  const start = await processorMs(process.pid)
  const matching = await afterAdvisory(product, '2.0.0')
  const ofProcessors = (await processorMs(process.pid)) - start
  const { rows } = await product.pool.query<{ count: number }>(
    `select count(*)::int as count from finding where package_name = 'shared'`,
  )
  if (rows[0]!.count < branches) throw new Error(`Only ${rows[0]!.count} branches were rescanned`)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return [
    {
      what: 'an advisory that matches no version in use',
      figure: seconds(other.ms),
      note: `${other.rescans} rescans; ${product.database}; load ${loadavg()[0]!.toFixed(1)}`,
    },
    {
      what: 'one that matches all',
      figure: seconds(matching.ms),
      atMost: '60 s',
      note: `${matching.rescans.toLocaleString('en')} rescans, ${(ofProcessors / branches).toFixed(1)} ms of processor time each`,
    },
    {
      what: 'the same rescans one by one',
      figure: seconds((oneByOne / alone) * branches),
      note: `${(oneByOne / alone).toFixed(0)} ms each`,
    },
  ]
}

/** Uploads a record, and waits until its rescans have ended. */
async function afterAdvisory(product: ProductProcess, fixed: string) {
  const before = await countRescans(product)
  const ms = await time(async () => {
    await learn(product, 'shared', fixed)
    for (;;) {
      const { rows } = await product.pool.query<{ open: number }>(
        `select (select count(*)::int from build where state in ('queued', 'scanning'))
          + (select count(*)::int from queue.job where name = 'rescan-branches' and state < 'completed') as open`,
      )
      if (rows[0]!.open === 0) return
      await sleep(100)
    }
  })
  return { ms, rescans: (await countRescans(product)) - before }
}

async function countRescans({ pool }: ProductProcess): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from build where source = 'rescan'`,
  )
  return rows[0]!.count
}

let learned = 0
async function learn({ api }: ProductProcess, name: string, fixed: string): Promise<void> {
  const record = {
    id: `GHSA-bench-${learned}`,
    modified: new Date(Date.UTC(2026, 0, 1 + learned++)).toISOString(),
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
      },
    ],
  }
  const body = new TextEncoder().encode(JSON.stringify(record))
  await api.advisoryDatabases.upload({ ...osv, query: { name: 'bench.json' }, body })
  for (;;) {
    const { state, reason } = await api.advisoryDatabases.progress(osv)
    if (state === 'failed') throw new Error(`The sync failed: ${reason}`)
    if (state === 'done') return
    await sleep(20)
  }
}

const inventoryOf = (number: number): Uint8Array => {
  const named = (name: string) => ({ type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` })
  const own = Array.from({ length: components - 1 }, (_, at) => named(`part-${number}-${at}`))
  const all = [named('shared'), ...own]
  return new TextEncoder().encode(
    JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: all }),
  )
}

const upload = ({ api }: ProductProcess, number: number, url: string) =>
  api.uploads.intoNew({
    body: { file: { filename: 'bom.json', bytes: inventoryOf(number) }, url, branch: 'main' },
  })

/** Uploads one project, and copies its rows to others. */
async function fill(product: ProductProcess, number: number): Promise<void> {
  const { pool } = product
  const build = await upload(product, number, `https://example.org/rescanned-${number}`)
  await untilScanned(product, [build.id])
  const client = await pool.connect()
  try {
    await client.query(
      `create temporary table copy as
        select build.account_uuid, build.project_uuid as old_project, build.branch_uuid as old_branch,
          build.uuid as old_build, build.scan_uuid as old_scan, gen_random_uuid() as project,
          gen_random_uuid() as branch, gen_random_uuid() as build, gen_random_uuid() as scan, number
        from build cross join generate_series(1, ${branchesEach - 1}) number where build.uuid = $1`,
      [build.id],
    )
    for (const [table, replaced] of Object.entries(copied)) {
      const { rows } = await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
        [table],
      )
      const names = rows.map(({ name }) => name)
      const values = names.map((name) => replaced.values[name] ?? `source.${name}`)
      await client.query(
        `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
          from copy join ${table} source on source.account_uuid = copy.account_uuid and ${replaced.on}`,
      )
    }
    await client.query('drop table copy')
    await client.query('analyze')
  } finally {
    client.release()
  }
}

const ofBranch = { on: 'source.branch_uuid = copy.old_branch', values: { branch_uuid: 'copy.branch' } }
const copied: Record<string, { on: string; values: Record<string, string> }> = {
  project: {
    on: 'source.uuid = copy.old_project',
    values: {
      uuid: 'copy.project',
      url: `source.url || '-' || copy.number`,
      identity: `source.identity || '-' || copy.number`,
      name: `source.name || '-' || copy.number`,
    },
  },
  branch: {
    on: 'source.uuid = copy.old_branch',
    values: { uuid: 'copy.branch', project_uuid: 'copy.project', last_scan_uuid: 'copy.scan' },
  },
  build: {
    on: 'source.uuid = copy.old_build',
    values: {
      uuid: 'copy.build',
      project_uuid: 'copy.project',
      branch_uuid: 'copy.branch',
      scan_uuid: 'copy.scan',
    },
  },
  build_document: { on: 'source.build_uuid = copy.old_build', values: { build_uuid: 'copy.build' } },
  scan_row: {
    on: 'source.uuid = copy.old_scan',
    values: {
      uuid: 'copy.scan',
      project_uuid: 'copy.project',
      branch_uuid: 'copy.branch',
      build_uuid: 'copy.build',
    },
  },
  component_use: ofBranch,
  branch_series: ofBranch,
  branch_license: { ...ofBranch, values: { ...ofBranch.values, project_uuid: 'copy.project' } },
}

/** As if all had other documents. Ms in total. */
async function rescanAlone(product: ProductProcess): Promise<number> {
  const { rows } = await product.pool.query<{ uuid: string }>(
    'select uuid from project order by md5(uuid::text) limit $1',
    [alone],
  )
  return time(async () => {
    for (const { uuid } of rows) await product.api.reports.recompute({ params: { projectUuid: uuid } })
  })
}
