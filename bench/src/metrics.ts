import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { Bench, Row } from './bench.ts'
import { fillHistory } from './generate/history.ts'
import { inTurns, onProduct } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const history = { projects: 10_000, scans: 50, days: 365 }

export const metrics: Bench = {
  title: `The first page of the metrics over HTTP for ${history.projects.toLocaleString('en')} projects of ${history.scans} scans in a year, window of a month, no cache. The floor is a plain select of the same columns of the window's scan rows, executed in the database without sending them; the time to send them is listed separately.`,
  run: () => onProduct(startProduct(), measure),
}

async function measure({ api, pool, database }: Product): Promise<Row[]> {
  const { rows } = await pool.query<{ uuid: string }>('select uuid from account')
  const accountUuid = rows[0]!.uuid
  await fillHistory(pool, { accountUuid, ...history })
  const day = (back: number) => isoDay(Date.now() - back * dayMs)
  const query = { startDate: day(30), endDate: day(0), cache: 'false', limit: '100' } as const
  const { page, sorted, searched, floor, sent } = await inTurns(
    { turns: 21, warm: 5 },
    {
      page: () => api.metrics.security({ query }),
      sorted: () => api.metrics.security({ query: { ...query, sort: 'securityScore', direction: 'asc' } }),
      searched: () => api.metrics.security({ query: { ...query, project: 'project-77' } }),
      floor: () =>
        pool.query(`select count(row) from (${sameRows} offset 0) row`, [accountUuid, query.startDate]),
      sent: () => pool.query(sameRows, [accountUuid, query.startDate]),
    },
  )
  const compared = { what: 'bare select', ms: floor, sent }
  return [
    { what: 'first page', ms: page, floor: compared, note: database },
    { what: 'sorted by score', ms: sorted, floor: compared },
    { what: 'with a search in the name', ms: searched, floor: compared, note: 'both overviews' },
    { what: 'the rows of the bare select, sent', ms: sent, floor: compared },
  ]
}

const sameRows = `
  select branch_uuid, scanned_at, number, security_score, vulnerability_count, vulnerability_delta, identified_count,
    mitigation_count, identified_total, addressed_total
  from scan where account_uuid = $1 and scanned_at >= $2::date`
