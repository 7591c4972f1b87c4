import type { Bench, Row } from './bench.ts'
import { fillUpgrades } from './generate/upgrades.ts'
import { inTurns } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const [projects = 10_000, packages = 9] = (process.env['BENCH_FIXES'] ?? '')
  .split('x')
  .map(Number)
  .filter(Boolean)

export const fixes: Bench = {
  title: `The first page of the list of upgrades, over HTTP, for ${projects.toLocaleString('en')} projects with about 200,000 open findings. The floor is a plain select of these findings, executed in the database without sending the rows.`,
  async run() {
    const product = await startProduct()
    try {
      return await measure(product)
    } finally {
      await product.stop()
    }
  },
}

async function measure({ api, pool, database }: Product): Promise<Row[]> {
  const { uuid: accountUuid } = await api.accounts.me()
  await fillUpgrades(pool, { accountUuid, projects, packages })
  const page = (query: object) => api.fixes.list({ query: { limit: '50', ...query } })
  const { nextCursor } = await page({})
  const { first, next, critical, searched, five, floor } = await inTurns(
    { turns: 11, warm: 3 },
    {
      first: () => page({}),
      next: () => page({ cursor: nextCursor! }),
      critical: () => page({ severity: 'CRITICAL' }),
      searched: () => page({ project: 'project-77' }),
      five: () => page({ limit: '5' }),
      floor: () => pool.query(sameRows, [accountUuid]),
    },
  )
  const { rows } = await pool.query<{ count: number }>(sameRows, [accountUuid])
  const compared = { what: 'bare select', ms: floor }
  return [
    { what: 'first page', ms: first, floor: compared, note: `${rows[0]!.count} open findings, ${database}` },
    { what: 'second page', ms: next, floor: compared },
    { what: 'that close a critical one', ms: critical, floor: compared },
    { what: 'of projects by name', ms: searched, floor: compared },
    { what: 'the five of the dashboard', ms: five, floor: compared },
  ]
}

const sameRows = `
  select count(row)::int as count from (
    select branch_uuid, project_uuid, ecosystem, package_name, display_name, cve, severity, fixed_versions, versions
    from finding where account_uuid = $1 and ended_at is null offset 0) row`
