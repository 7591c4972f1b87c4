import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { listExploited } from '#knowledge/advisories/exploited-store.ts'
import type { Database } from '#platform/database/database.ts'
import { isOfTriage } from './store.ts'

// Open findings that can be due on another day than their severity says, for lists that read no more than a page.

export interface OwnDays {
  /** Known exploited advisories with open findings. */
  exploited: readonly string[]
  /** Whether members have set any. */
  hasSet: boolean
}

export const noOwnDays: OwnDays = { exploited: [], hasSet: false }

export async function readOwnDays(db: Database, { accountUuid }: Scope): Promise<OwnDays> {
  const known = await listExploited(db)
  const { rows } = await sql<OwnDays>`
    select array(
        select uuid from unnest(${[...known]}::uuid[]) known(uuid)
        where exists (select from finding where account_uuid = ${accountUuid} and ended_at is null
          and advisory_uuid = known.uuid)) as exploited,
      exists (select from finding_triage where account_uuid = ${accountUuid} and due_on is not null) as "hasSet"`.execute(
    db,
  )
  return rows[0]!
}

// Conditions on rows of `finding`.

export const isExploitedIn = ({ exploited }: OwnDays) =>
  sql<boolean>`finding.advisory_uuid = any(${[...exploited]}::uuid[])`

const hasSetDay = ({ accountUuid }: Scope) => sql`exists (
  select from finding_triage triage
  where triage.account_uuid = ${accountUuid} and ${isOfTriage} and triage.due_on is not null)`

export const isDueBySeverity = (scope: Scope, own: OwnDays) =>
  sql`not ${isExploitedIn(own)} ${own.hasSet ? sql`and not ${hasSetDay(scope)}` : sql``}`

/** In two kinds, each of which an index finds. */
export const areDueOtherwise = ({ accountUuid }: Scope, own: OwnDays) => [
  ...(own.exploited.length > 0 ? [isExploitedIn(own)] : []),
  ...(own.hasSet
    ? [
        sql`not ${isExploitedIn(own)} and finding.uuid in (
          select finding.uuid from finding_triage triage join finding on ${isOfTriage} and finding.ended_at is null
          where triage.account_uuid = ${accountUuid} and triage.due_on is not null)`,
      ]
    : []),
]
