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
  await pool.query(drawnRows(accountUuid, each))
  for (const rows of [contentRows, useRows, catalogRows]) await pool.query(rows, [accountUuid])
  await pool.query('drop table drawn')
  for (const table of ['component_content', 'component_use', 'component_catalog'])
    await pool.query(`vacuum analyze ${table}`)
}

/** Drawn once, then stored as component-store.ts does. */
const drawnRows = (accountUuid: string, each: number) => `
  create table drawn as
  select branch_uuid, decode(md5(name || version), 'hex') as digest, name, version, is_direct
  from (
    select uuid as branch_uuid, 'package-' || floor(power(random(), 3) * ${20 * each}) as name,
      '1.' || floor(power(random(), 2) * 5) || '.0' as version, random() < 0.1 as is_direct
    from branch, generate_series(1, ${each}) where account_uuid = '${accountUuid}' offset 0) drawn`

const contentRows = `
  insert into component_content (account_uuid, digest, ecosystem, package_name, name, version, purl, licenses, violations)
  select distinct on (digest) $1::uuid, digest, 'npm', name, name, version, 'pkg:npm/' || name || '@' || version,
    '{MIT}'::text[], '[]'::jsonb
  from drawn order by digest`

const useRows = `
  insert into component_use (account_uuid, branch_uuid, digest, content, introduced_number, scope, is_direct,
    required_by, locations)
  select $1, branch_uuid, digest, digest, 1, 'runtime', is_direct,
    case when is_direct then '{}'::text[] else '{package-1@1.0.0}'::text[] end, '{package-lock.json}'
  from drawn
  on conflict do nothing`

/** Rows as component-catalog-store.ts writes them for each scan, for normalized names. */
const catalogRows = `
  insert into component_catalog (account_uuid, digest, sort_key, ecosystem, package_name, name, version, licenses,
    is_outdated, is_deprecated)
  select account_uuid, digest,
    concat_ws(chr(1), name, ecosystem, version, md5(concat_ws(chr(1), name, ecosystem, version))), ecosystem,
    package_name, name, version, licenses, false, false
  from component_content where account_uuid = $1`
