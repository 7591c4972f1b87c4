import { sql } from 'kysely'
import { cacheKey, type Scope, teamUuids } from '#auth/scope.ts'
import { shareLookup } from '#auth/callers/share-lookup.ts'
import type { Database } from '#platform/database/database.ts'
import { isChangedSince } from '#platform/database/this-transaction.ts'
import type { Signals } from './plan-catalog.ts'
import type { DecisionsAndSignals } from './rank-upgrades.ts'
import type { ActiveDecision } from './upgrades.ts'

interface Stored {
  snapshot: string
  decisions: ActiveDecision[]
  /** null: unchanged since the last read. */
  signals: [cve: string, isExploited: boolean, epss: number | null][] | null
}

type ReadKnown = (scope: Scope, projectUuid: string | null) => Promise<DecisionsAndSignals>

/** Reads decisions on upgrades, and the signals of all CVEs again when they have changed. */
export function readKnown(db: Database): ReadKnown {
  let cached: { snapshot: string; signals: Signals } | null = null
  const share = shareLookup(
    async (_db, scope: Scope, projectUuid: string | null): Promise<DecisionsAndSignals> => {
      const since = cached
      const { snapshot, decisions, signals } = await readStored(db, scope, {
        projectUuid,
        since: since?.snapshot ?? null,
      })
      const known = signals ? signalsOf(signals) : since!.signals
      if (signals) cached = { snapshot, signals: known }
      return { decisions, signals: known }
    },
    (scope, projectUuid) => cacheKey(scope, { projectUuid }),
  )
  return (scope, projectUuid) => share(db, scope, projectUuid)
}

const signalsOf = (signals: NonNullable<Stored['signals']>): Signals =>
  new Map(signals.map(([cve, isExploited, epss]) => [cve, { isExploited, epss }]))

interface Since {
  projectUuid: string | null
  /** The snapshot in which the known signals were read. */
  since: string | null
}

async function readStored(db: Database, scope: Scope, { projectUuid, since }: Since): Promise<Stored> {
  const isChanged =
    since === null
      ? sql`true`
      : sql`exists (select from advisory_signal_change where ${isChangedSince({ snapshot: since })})`
  const { rows } = await sql<Stored>`
    select pg_current_snapshot()::text as snapshot,
      (select coalesce(json_agg(json_build_object('ecosystem', ecosystem, 'packageName', package_name,
        'to', to_version, 'assigneeUuid', assignee_uuid,
        'snoozedUntil', (extract(epoch from snoozed_until) * 1000)::bigint)), '[]')
        from (${activeDecisions(scope, projectUuid)}) decided) as decisions,
      case when ${isChanged} then (
        select coalesce(json_agg(json_build_array(cve, known_exploited, epss)), '[]')
        from advisory_signal where known_exploited or epss >= 0.1) end as signals`.execute(db)
  return rows[0]!
}

/** One decision per upgrade: the project's takes precedence over the team's, and the team's over the account's. */
const activeDecisions = (scope: Scope, projectUuid: string | null) => sql`
  select distinct on (ecosystem, package_name, to_version)
    ecosystem, package_name, to_version, assignee_uuid, snoozed_until
  from upgrade_decision
  where account_uuid = ${scope.accountUuid}
    and (project_uuid is null ${projectUuid === null ? sql`` : sql`or project_uuid = ${projectUuid}::uuid`})
    and ${isOfScope(scope)}
  order by ecosystem, package_name, to_version, project_uuid nulls last, team_uuids nulls last, decided_at desc`

/** Team decisions apply only to callers limited to teams. */
const isOfScope = (scope: Scope) =>
  scope.teams === 'all'
    ? sql`team_uuids is null`
    : sql`(team_uuids is null or team_uuids && ${teamUuids(scope)}::uuid[])`
