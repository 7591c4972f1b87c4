import type { RetentionSettings } from '@assay/contract/retention.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

const columns = sql`
  scans_daily as "scansDaily", scans_weekly as "scansWeekly", scans_monthly as "scansMonthly", builds, documents,
  evidence, findings, audit, deliveries, inbox`

const unset: RetentionSettings = {
  scansDaily: null,
  scansWeekly: null,
  scansMonthly: null,
  builds: null,
  documents: null,
  evidence: null,
  findings: null,
  audit: null,
  deliveries: null,
  inbox: null,
}

export async function readRetention(db: Database, { accountUuid }: Scope): Promise<RetentionSettings> {
  const { rows } = await sql<RetentionSettings>`
    select ${columns} from retention where account_uuid = ${accountUuid}`.execute(db)
  return rows[0] ?? unset
}

export const saveRetention = (tx: Tx, { accountUuid }: Scope, settings: RetentionSettings) =>
  sql`
    insert into retention (account_uuid, scans_daily, scans_weekly, scans_monthly, builds, documents, evidence, findings,
      audit, deliveries, inbox)
    values (${accountUuid}, ${settings.scansDaily}, ${settings.scansWeekly}, ${settings.scansMonthly},
      ${settings.builds}, ${settings.documents}, ${settings.evidence}, ${settings.findings}, ${settings.audit},
      ${settings.deliveries}, ${settings.inbox})
    on conflict (account_uuid) do update set scans_daily = excluded.scans_daily,
      scans_weekly = excluded.scans_weekly, scans_monthly = excluded.scans_monthly, builds = excluded.builds,
      documents = excluded.documents, evidence = excluded.evidence, findings = excluded.findings, audit = excluded.audit,
      deliveries = excluded.deliveries, inbox = excluded.inbox`.execute(tx)

/** Across accounts. */
export async function listRetainingAccounts(db: Database): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select account_uuid as uuid from retention order by account_uuid`.execute(db)
  return rows.map(({ uuid }) => uuid)
}

export interface HoldRow {
  uuid: string
  projectUuid: string | null
  reason: string
  createdBy: string
  createdAt: Date
  releasedAt: Date | null
}

const holdColumns = sql`
  uuid, project_uuid as "projectUuid", reason, created_by as "createdBy", created_at as "createdAt",
  released_at as "releasedAt"`

export async function listHolds(db: Database, { accountUuid }: Scope): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select ${holdColumns} from legal_hold where account_uuid = ${accountUuid}
    order by created_at desc, uuid limit 1000`.execute(db)
  return rows
}

export async function insertHold(
  tx: Tx,
  { accountUuid }: Scope,
  hold: Pick<HoldRow, 'uuid' | 'projectUuid' | 'reason' | 'createdBy'>,
): Promise<HoldRow> {
  await sql`select pg_advisory_xact_lock(${lockOf(accountUuid)})`.execute(tx)
  const { rows } = await sql<HoldRow>`
    insert into legal_hold (account_uuid, uuid, project_uuid, reason, created_by)
    values (${accountUuid}, ${hold.uuid}, ${hold.projectUuid}, ${hold.reason}, ${hold.createdBy})
    returning ${holdColumns}`.execute(tx)
  return rows[0]!
}

/** Locked until the transaction ends. */
export async function lockHold(tx: Tx, { accountUuid }: Scope, uuid: string): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`
    select ${holdColumns} from legal_hold where account_uuid = ${accountUuid} and uuid = ${uuid} for update`.execute(
    tx,
  )
  return rows[0]
}

export const releaseHold = (
  tx: Tx,
  { accountUuid }: Scope,
  { uuid, by, at }: { uuid: string; by: string; at: Date },
) =>
  sql`
    update legal_hold set released_at = ${at}, released_by = ${by}
    where account_uuid = ${accountUuid} and uuid = ${uuid}`.execute(tx)

const lockOf = (accountUuid: string) => sql`hashtextextended(${`legal hold ${accountUuid}`}, 0)`

/** Holds placed meanwhile wait for the end of the transaction, which removes something. */
export const awaitHolds = (tx: Tx, { accountUuid }: Scope) =>
  sql`select pg_advisory_xact_lock_shared(${lockOf(accountUuid)})`.execute(tx)

/** Whether the account, or any of the projects, is held; without projects, whether anything of the account is. */
export async function hasHold(
  db: Database,
  { accountUuid }: Scope,
  projectUuids: readonly string[] | null,
): Promise<boolean> {
  const concerned =
    projectUuids === null
      ? sql`true`
      : sql`(project_uuid is null or project_uuid = any(${[...projectUuids]}::uuid[]))`
  const { rows } = await sql`
    select from legal_hold
    where account_uuid = ${accountUuid} and released_at is null and ${concerned} limit 1`.execute(db)
  return rows.length > 0
}

/** In statements: that a row with these columns belongs to nothing that is held. */
export const isFree = (accountUuid: RawBuilder<unknown>, projectUuid?: RawBuilder<unknown>) => sql<boolean>`
  not exists (
    select from legal_hold
    where legal_hold.account_uuid = ${accountUuid} and released_at is null
      ${projectUuid ? sql`and (legal_hold.project_uuid is null or legal_hold.project_uuid = ${projectUuid})` : sql``})`
