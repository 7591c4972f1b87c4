import type { Bench, Row } from './bench.ts'
import { fillComponents } from './generate/components.ts'
import { inTurns, onProduct } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const [projects = 10_000, each = 1000] = (process.env['BENCH_COMPONENTS'] ?? '')
  .split('x')
  .map(Number)
  .filter(Boolean)
/** The default limit of the endpoint. */
const limit = 50

export const insights: Bench = {
  title: `The first page of the components in use, over HTTP, for ${projects.toLocaleString('en')} projects with ${each.toLocaleString('en')} components each (BENCH_COMPONENTS=300x300 for others). The floor is a plain select of the rows on the page, executed in the database.`,
  run: () => onProduct(startProduct(), measure),
}

async function measure({ api, pool, database }: Product): Promise<Row[]> {
  const { uuid: accountUuid } = await api.accounts.me()
  await fillComponents(pool, { accountUuid, projects, each })
  const params = { accountUuid }
  const first = await api.insights.dependencies({ params, query: { limit: String(limit) } })
  const names = [...new Set(first.dependencies.map(({ name }) => name))]
  const page = (query: object) =>
    api.insights.dependencies({ params, query: { limit: String(limit), ...query } })
  const rare = names.at(-1)!
  const { whole, named, ranged, smallest, floor } = await inTurns(
    { turns: 11, warm: 3 },
    {
      whole: () => page({}),
      named: () => page({ name: rare }),
      ranged: () => page({ name: rare, version: '<2.17.1' }),
      smallest: () => api.accounts.me(),
      floor: () => pool.query(sameRows, [accountUuid, names]),
    },
  )
  const { rows } = await pool.query<{ count: number }>(sameRows, [accountUuid, names])
  const compared = { what: 'bare select', ms: floor }
  return [
    { what: 'first page', ms: whole, floor: compared, note: `${rows[0]!.count} rows, ${database}` },
    { what: 'one name', ms: named },
    { what: 'one name, a version range', ms: ranged },
    { what: 'the smallest call, which each of them is at least', ms: smallest },
  ]
}

/** The rows that the page counts: every use of its components. */
const sameRows = `
  select count(row)::int as count from (
    select branch_uuid, name, version, purl, scope, is_direct, licenses, latest_patch, latest_minor, latest_major, stability
    from component where account_uuid = $1 and ended_number is null and package_name = any($2) offset 0) row`
