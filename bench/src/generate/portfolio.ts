import { fillFlow } from '@assay/server/testing/fill-series.ts'
import type pg from 'pg'
import { fillHistory } from './history.ts'
import { fillFindings } from './upgrades.ts'

export interface Portfolio {
  accountUuid: string
  projects: number
  /** Scans per project in a year. */
  scans: number
}

const teams = 20

/** Inserts a year of a large account: teams, tags, scans, open findings and daily counters. Only once per database. */
export async function fillPortfolio(pool: pg.Pool, portfolio: Portfolio): Promise<void> {
  const { accountUuid } = portfolio
  const { rowCount } = await pool.query('select from project where account_uuid = $1 limit 1', [accountUuid])
  if (rowCount !== 0) return
  await fillHistory(pool, { ...portfolio, days: 365, changing: 0.2 })
  // About 200,000 open findings in all.
  await fillFindings(pool, { accountUuid, packages: Math.max(1, Math.round(90_000 / portfolio.projects)) })
  const statements: [string, unknown[]][] = [
    [teamRows, [accountUuid, teams]],
    [ofTeams, [accountUuid]],
    [agedFindings, [accountUuid]],
    [advisoryRows, [accountUuid]],
    [findingAgeRows, [accountUuid]],
  ]
  for (const [text, values] of statements) await pool.query(text, values)
  await fillFlow(pool.options, accountUuid)
  for (const table of ['project', 'finding', 'advisory', 'branch_series', 'finding_age'])
    await pool.query(`vacuum analyze ${table}`)
}

const teamRows = `
  insert into team (account_uuid, uuid, name)
  select $1, gen_random_uuid(), 'team-' || n from generate_series(1, $2::int) n`

/** Two thirds of the projects belong to a team; each has one to three of twelve tags. */
const ofTeams = `
  update project set
    team_uuid = (array(select uuid from team where account_uuid = $1 order by name))[1 + abs(hashtext(url)) % 30],
    tags = array(select 'tag-' || (abs(hashtext(url)) + n * 5) % 12 from generate_series(0, abs(hashtext(url)) % 3) n)
  where account_uuid = $1`

/** Without joining the findings with themselves: the planner knows nothing about them yet. */
const introduced = `now() - make_interval(mins => abs(hashtext(uuid::text)) % 525600)`
const agedFindings = `
  update finding set introduced_at = ${introduced}, published_at = ${introduced} where account_uuid = $1`

/** Without their texts, which lists do not read. */
const advisoryRows = `
  insert into advisory (uuid, cve, cves, severity)
  select distinct on (advisory_uuid) advisory_uuid, cve, array[cve], severity from finding where account_uuid = $1
  on conflict do nothing`

const findingAgeRows = `
  insert into finding_age (account_uuid, branch_uuid, severity, since, findings)
  select account_uuid, branch_uuid, severity, (greatest(introduced_at, published_at) at time zone 'UTC')::date, count(*)
  from finding where account_uuid = $1 and ended_at is null
  group by 1, 2, 3, 4`
