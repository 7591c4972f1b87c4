import type { FindingChangeKind } from '@assay/contract/triage.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'
import type { FindingKey } from './finding-key.ts'

/** A state with the decision it follows from, a request with its decision, a member, or a day. */
export interface ChangedValue {
  state?: string
  decisionUuid?: string | null
  memberUuid?: string | null
  day?: string | null
}

export interface FindingChange extends FindingKey {
  kind: FindingChangeKind
  before: ChangedValue
  after: ChangedValue
}

export interface ChangeDetails {
  changeUuid: string
  /** null: the product or a policy. */
  memberUuid: string | null
  /** The rule that decides. */
  ruleUuid?: string
  reason: string
}

export async function insertChanges(
  tx: Tx,
  scope: Scope,
  { changes, changeUuid, memberUuid, reason }: ChangeDetails & { changes: readonly FindingChange[] },
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into finding_change (account_uuid, change_uuid, project_uuid, advisory_uuid, ecosystem, package_name, kind,
      before, after, reason, member_uuid)
    select ${scope.accountUuid}, ${changeUuid}, "projectUuid", "advisoryUuid", ecosystem, "packageName", kind, before, after,
      ${reason.replaceAll('\0', '')}, ${memberUuid}::uuid
    from jsonb_to_recordset(${jsonText(changes)}::jsonb) as made("projectUuid" uuid, "advisoryUuid" uuid, ecosystem text,
      "packageName" text, kind text, before jsonb, after jsonb)`.execute(tx)
}

/** Of these findings, those whose state a member has ever set or asked for. */
export async function listSetByMembers(
  db: Database,
  scope: Scope,
  keys: readonly FindingKey[],
): Promise<FindingKey[]> {
  const { rows } = await sql<FindingKey>`
    select "projectUuid", "advisoryUuid", ecosystem, "packageName"
    from jsonb_to_recordset(${jsonText(keys)}::jsonb) as key("projectUuid" uuid, "advisoryUuid" uuid, ecosystem text,
      "packageName" text)
    where exists (
      select from finding_change change
      where change.account_uuid = ${scope.accountUuid} and change.project_uuid = "projectUuid"
        and change.advisory_uuid = "advisoryUuid" and change.ecosystem = key.ecosystem
        and change.package_name = "packageName" and kind in ('state', 'request') and member_uuid is not null)`.execute(
    db,
  )
  return rows
}

export interface HistoryRow {
  changeUuid: string
  at: Date
  memberUuid: string | null
  kind: FindingChange['kind']
  before: ChangedValue
  after: ChangedValue
  reason: string
}

const maxHistory = 500

/** Newest first. */
export async function listHistory(db: Database, scope: Scope, key: FindingKey): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select change_uuid as "changeUuid", at, member_uuid as "memberUuid", kind, before, after, reason
    from finding_change
    where account_uuid = ${scope.accountUuid} and project_uuid = ${key.projectUuid} and advisory_uuid = ${key.advisoryUuid}
      and ecosystem = ${key.ecosystem} and package_name = ${key.packageName}
    order by sequence desc limit ${maxHistory}`.execute(db)
  return rows
}

/** Of one call by this member, in projects of the scope. */
export async function listChanges(
  tx: Tx,
  scope: Scope,
  { changeUuid, memberUuid }: Pick<ChangeDetails, 'changeUuid' | 'memberUuid'>,
): Promise<FindingChange[]> {
  const { rows } = await sql<FindingChange>`
    select project_uuid as "projectUuid", advisory_uuid as "advisoryUuid", ecosystem, package_name as "packageName", kind,
      before, after
    from finding_change
    join project on project.account_uuid = finding_change.account_uuid and project.uuid = project_uuid
    where finding_change.account_uuid = ${scope.accountUuid} and change_uuid = ${changeUuid}
      and member_uuid = ${memberUuid} and ${anyProjectInScope(scope)}
    order by sequence`.execute(tx)
  return rows
}
