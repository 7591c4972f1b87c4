import type pg from 'pg'
import { fillHistory } from './history.ts'

interface Portfolio {
  accountUuid: string
  projects: number
  /** Components of each project. */
  each: number
}

/** Projects with common components, drawn from 20 times as many packages; the first ones are used most. */
export async function fillComponents(
  pool: pg.Pool,
  { accountUuid, projects, each }: Portfolio,
): Promise<void> {
  await fillHistory(pool, { accountUuid, projects, scans: 1, days: 30 })
  await pool.query(componentRows, [accountUuid, each])
  await pool.query(catalogRows, [accountUuid])
  for (const table of ['component', 'component_catalog']) await pool.query(`vacuum analyze ${table}`)
}

const componentRows = `
  insert into component (account_uuid, branch_uuid, digest, introduced_number, ecosystem, package_name, name, version,
    purl, scope, is_direct, required_by, locations, licenses, violations)
  select $1, branch_uuid, decode(md5(name || version), 'hex'), 1, 'npm', name, name, version,
    'pkg:npm/' || name || '@' || version, 'runtime', is_direct,
    case when is_direct then '{}'::text[] else '{package-1@1.0.0}'::text[] end, '{package-lock.json}', '{MIT}', '[]'
  from (
    select uuid as branch_uuid, 'package-' || floor(power(random(), 3) * 20 * $2::int) as name,
      '1.' || floor(power(random(), 2) * 5) || '.0' as version, random() < 0.1 as is_direct
    from branch, generate_series(1, $2::int) where account_uuid = $1 offset 0) drawn
  on conflict do nothing`

/** Rows as component-catalog-store.ts writes them for each scan, for normalized names. */
const catalogRows = `
  insert into component_catalog (account_uuid, digest, sort_key, ecosystem, package_name, name, version, licenses,
    is_outdated, is_deprecated)
  select distinct on (digest) account_uuid, digest,
    concat_ws(chr(1), name, ecosystem, version, md5(concat_ws(chr(1), name, ecosystem, version))), ecosystem,
    package_name, name, version, licenses, false, false
  from component where account_uuid = $1
  order by digest`
