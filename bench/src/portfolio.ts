import { dayMs, isoDay } from '@assay/engine/time.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import type { Bench, Row } from './bench.ts'
import { inventoryOf } from './generate/inventory.ts'
import { fillPortfolio } from './generate/portfolio.ts'
import { inTurns, median, time, onProduct } from './measure.ts'
import { type ProductProcess, startProductProcess } from './start-product-process.ts'

const [projects = 10_000, scans = 365] = (process.env['BENCH_PORTFOLIO'] ?? '')
  .split('x')
  .map(Number)
  .filter(Boolean)
const atOnce = 50
/** Over several of the arriving scans. */
const rounds = 30
/** Until the functions of a kind of request are compiled. */
const warmRounds = 10

export const portfolio: Bench = {
  title: `The requests of the dashboard, over HTTP, for ${projects.toLocaleString('en')} projects of ${scans} scans in a year and 200,000 open findings, while one scan arrives each second. The floor is a plain select of a month's scan rows, executed in the database without sending them. ${atOnce} concurrent requests differ in team, tag, search, order and window; their times end with the last byte, as fifty clients read their responses at once. BENCH_DATA names a folder that keeps the data, BENCH_PORTFOLIO the size (${projects}x${scans}).`,
  run: () => onProduct(startProductProcess(), measure),
}

async function measure(product: ProductProcess): Promise<Row[]> {
  const { uuid: accountUuid } = await product.api.accounts.me()
  await fillPortfolio(product.pool, { accountUuid, projects, scans })
  const first = await firstResponses(product)
  const stop = await scanEachSecond(product)
  try {
    return [...first, ...(await alone(product, accountUuid)), ...(await together(product))]
  } finally {
    await stop()
  }
}

const day = (back: number) => isoDay(Date.now() - back * dayMs)
const windowOf = (days: number) => ({ startDate: day(days), endDate: day(0) })

const asks = ({ api }: Pick<ProductProcess, 'api'>) => ({
  /** The first rows, without their history. */
  metrics: (query: object) => api.metrics.security({ query: { ...query, limit: '50', include: '' } }),
  rows: (query: object) => api.metrics.rows({ query }),
  trend: (query: object) => api.trends.security({ query }),
  fixes: (query: object) => api.fixes.list({ query }),
})

/** First responses of a new process, which has to fill its in-memory tables from the database: one for each window. */
async function firstResponses(product: ProductProcess): Promise<Row[]> {
  const { metrics, trend, fixes } = asks(product)
  return [
    {
      what: 'first of all: metrics of a month',
      ms: await time(() => metrics(windowOf(30))),
      note: product.database,
    },
    { what: 'first of all: metrics of a quarter', ms: await time(() => metrics(windowOf(89))) },
    { what: 'first of all: metrics of a year', ms: await time(() => metrics(windowOf(364))) },
    { what: 'first of all: trend of a month', ms: await time(() => trend(windowOf(30))) },
    { what: 'first of all: trend of a quarter', ms: await time(() => trend(windowOf(89))) },
    { what: 'first of all: trend of a year', ms: await time(() => trend(windowOf(364))) },
    { what: 'first of all: fixes', ms: await time(() => fixes({})) },
  ]
}

async function alone(product: ProductProcess, accountUuid: string): Promise<Row[]> {
  const { metrics, rows, trend, fixes } = asks(product)
  const { floor, ...found } = await inTurns(
    { turns: 15, warm: 2 },
    {
      floor: () => product.pool.query(sameRows, [accountUuid, day(30)]),
      'a month': () => metrics(windowOf(30)),
      'a year': () => metrics(windowOf(364)),
      'a page of rows': () => rows({ ...windowOf(30), sort: 'projectUrl' }),
      'trend of a month': () => trend(windowOf(30)),
      'trend of a year': () => trend(windowOf(364)),
      fixes: () => fixes({}),
    },
  )
  const compared = { what: 'bare select', ms: floor }
  return Object.entries(found).map(([what, ms]) => ({ what: `alone: ${what}`, ms, floor: compared }))
}

async function together(product: ProductProcess): Promise<Row[]> {
  const sent: Parameters<typeof fetch>[] = []
  const record: typeof fetch = (...request) => {
    sent.push(request)
    return fetch(...request)
  }
  const ask = asks({ api: createAssayClient({ ...product.client, fetch: record }) })
  const filters = await differentFilters(product)
  const rows: Row[] = []
  const kinds = {
    metrics: filters.map(
      ({ chosen, window, sort }) =>
        () =>
          ask.metrics({ ...chosen, ...window, sort }),
    ),
    rows: filters.map(
      ({ chosen, window, sort }) =>
        () =>
          ask.rows({ ...chosen, ...window, sort }),
    ),
    trend: filters.map(
      ({ chosen, window }) =>
        () =>
          ask.trend({ ...chosen, ...window }),
    ),
    fixes: filters.map(
      ({ chosen }) =>
        () =>
          ask.fixes(chosen),
    ),
  }
  for (const [kind, calls] of Object.entries(kinds)) {
    const samples: number[] = []
    const before = sent.length
    await Promise.all(calls.map((call) => call()))
    const requests = sent.slice(before)
    for (let round = 0; round < warmRounds + rounds; round++) {
      const times = await Promise.all(requests.map((request) => time(() => receive(request))))
      if (round >= warmRounds) samples.push(...times)
    }
    const p95 = samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.95)]!
    rows.push({ what: `${atOnce} at once: ${kind}`, ms: median(samples), note: `p95 ${p95.toFixed(0)} ms` })
  }
  return rows
}

async function receive(request: Parameters<typeof fetch>): Promise<void> {
  const response = await fetch(...request)
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}`)
  await response.arrayBuffer()
}

async function differentFilters({ api }: ProductProcess) {
  const teams = await api.teams.list()
  return Array.from({ length: atOnce }, (_, at) => ({
    chosen: {
      ...(at % 3 === 0 && { teamUUID: teams[at % teams.length]!.uuid }),
      ...(at % 3 === 1 && { tags: `tag-${at % 12}` }),
      ...(at % 7 === 2 && { project: `project-${at}` }),
      ...(at % 11 === 5 && { branches: 'ma*,release' }),
    },
    window: windowOf([30, 30, 30, 89, 364][at % 5]!),
    sort: (['lastScanned', 'projectUrl', 'vulnerabilityCount', 'securityScore'] as const)[at % 4]!,
  }))
}

/** Uploads to one project after the other. Returns a function that stops it. */
async function scanEachSecond({ api, pool }: ProductProcess): Promise<() => Promise<unknown>> {
  const { rows } = await pool.query<{ uuid: string }>('select uuid from project order by uuid limit 1000')
  let running: Promise<unknown> = Promise.resolve()
  let count = 0
  const timer = setInterval(() => {
    const at = count++
    const file = { filename: 'bom.json', bytes: inventoryOf(100, { seed: at + 1 }) }
    const params = { projectUuid: rows[at % rows.length]!.uuid }
    running = api.uploads.intoProject({ params, body: { file, branch: 'main', wait: 'false' } })
  }, 1000)
  return () => {
    clearInterval(timer)
    return running
  }
}

const sameRows = `
  select count(row) from (
    select branch_uuid, scanned_at, number, security_score, vulnerability_count, vulnerability_delta, identified_count,
      mitigation_count, identified_total, addressed_total
    from scan where account_uuid = $1 and scanned_at >= $2::date offset 0) row`
