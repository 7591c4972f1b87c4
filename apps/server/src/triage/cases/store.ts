import { sql, type SqlBool } from 'kysely'
import type { CaseFacts, CaseNote, CaseState } from '@assay/contract/cases.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { places } from './affected-store.ts'

export interface CaseRow {
  uuid: string
  advisoryUuid: string
  cve: string | null
  publicId: string | null
  severity: string
  ownerUuid: string | null
  awareAt: Date
  measureAt: Date | null
  facts: CaseFacts
  notes: Partial<Record<CaseNote, string>>
  closedAt: Date | null
  closeReason: string | null
  /** Visible projects that have it now. */
  projects: number
  /** Of the order, in microseconds. */
  position: string
}

const placesOf = (scope: Scope) =>
  places({
    account: sql`${scope.accountUuid}::uuid`,
    advisory: sql`exploited_case.advisory_uuid`,
    since: sql`exploited_case.aware_at`,
    project: projectInScope(scope),
  })

/** Whoever does not see the whole account sees the cases of visible projects. */
const isVisible = (scope: Scope) =>
  scope.teams === 'all' && scope.project === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from ${placesOf(scope)})`

const columns = (scope: Scope) => sql`exploited_case.uuid, advisory_uuid as "advisoryUuid", advisory.cve,
  advisory.public_id as "publicId", coalesce(advisory.severity, 'unknown') as severity, owner_uuid as "ownerUuid",
  aware_at as "awareAt", measure_at as "measureAt", facts, notes, closed_at as "closedAt",
  close_reason as "closeReason", (extract(epoch from aware_at) * 1000000)::int8::text as position,
  (select count(distinct project.uuid)::int from ${placesOf(scope)} and place.ended_at is null) as projects`

interface CasePage {
  state: CaseState
  after: { position: string; uuid: string } | null
  limit: number
}

/** Newest first. */
export async function listCases(
  db: Database,
  scope: Scope,
  { state, after, limit }: CasePage,
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${columns(scope)} from exploited_case left join advisory on advisory.uuid = advisory_uuid
    where exploited_case.account_uuid = ${scope.accountUuid}
      and ${state === 'open' ? sql`closed_at is null` : sql`closed_at is not null`}
      ${after === null ? sql`` : sql`and (aware_at, exploited_case.uuid) < (to_timestamp(0) + ${after.position}::int8 * interval '1 microsecond', ${after.uuid}::uuid)`}
      and ${isVisible(scope)}
    order by aware_at desc, exploited_case.uuid desc limit ${limit}`.execute(db)
  return rows
}

export async function findCase(db: Database, scope: Scope, uuid: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select ${columns(scope)} from exploited_case left join advisory on advisory.uuid = advisory_uuid
    where exploited_case.account_uuid = ${scope.accountUuid} and exploited_case.uuid = ${uuid} and ${isVisible(scope)}`.execute(
    db,
  )
  return rows[0]
}

/** Until the transaction ends, in the account's own scope. */
export const lockCase = async (tx: Tx, { accountUuid }: Scope, uuid: string): Promise<void> => {
  await sql`select from exploited_case where account_uuid = ${accountUuid} and uuid = ${uuid} for update`.execute(
    tx,
  )
}

export interface NewCase {
  uuid: string
  advisoryUuid: string
  awareAt: Date
  facts: CaseFacts
}

/** False if the account has one of the vulnerability. */
export async function insertCase(
  tx: Tx,
  { accountUuid }: Scope,
  { uuid, advisoryUuid, awareAt, facts }: NewCase,
): Promise<boolean> {
  const { rows } = await sql`
    insert into exploited_case (account_uuid, uuid, advisory_uuid, aware_at, facts)
    values (${accountUuid}, ${uuid}, ${advisoryUuid}, ${awareAt}, ${jsonText(facts)}::jsonb)
    on conflict (account_uuid, advisory_uuid) do nothing returning uuid`.execute(tx)
  return rows.length > 0
}

export interface KnownCase {
  uuid: string
  closedAt: Date | null
  closeReason: string | null
}

/** The account's case of a vulnerability, locked. */
export async function lockCaseOf(
  tx: Tx,
  { accountUuid }: Scope,
  advisoryUuid: string,
): Promise<KnownCase | undefined> {
  const { rows } = await sql<KnownCase>`
    select uuid, closed_at as "closedAt", close_reason as "closeReason" from exploited_case
    where account_uuid = ${accountUuid} and advisory_uuid = ${advisoryUuid} for update`.execute(tx)
  return rows[0]
}

export interface ChangedCase {
  ownerUuid?: string | null
  awareAt?: Date
  measureAt?: Date | null
  facts?: CaseFacts
  notes?: Partial<Record<CaseNote, string>>
  closedAt?: Date | null
  closeReason?: string | null
}

/** Omitted fields keep their value. */
export async function updateCase(
  tx: Tx,
  { accountUuid }: Scope,
  { uuid, ...change }: ChangedCase & { uuid: string },
): Promise<void> {
  await tx
    .updateTable('exploited_case')
    .set({
      uuid,
      ...(change.ownerUuid !== undefined && { owner_uuid: change.ownerUuid }),
      ...(change.awareAt !== undefined && { aware_at: change.awareAt }),
      ...(change.measureAt !== undefined && { measure_at: change.measureAt }),
      ...(change.facts && { facts: jsonText(change.facts) }),
      ...(change.notes && { notes: jsonText(change.notes) }),
      ...(change.closedAt !== undefined && { closed_at: change.closedAt }),
      ...(change.closeReason !== undefined && { close_reason: change.closeReason }),
    })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()
}

/** Cases follow advisories that were joined into others, unless the other has a case. */
export const followMergedCases = (tx: Tx) =>
  sql`
    update exploited_case set advisory_uuid = joined_into from advisory
    where advisory.uuid = advisory_uuid and joined_into is not null and not exists (
      select from exploited_case other
      where other.account_uuid = exploited_case.account_uuid and other.advisory_uuid = joined_into)`.execute(
    tx,
  )
