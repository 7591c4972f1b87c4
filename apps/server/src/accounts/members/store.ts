import type { FactorType } from '@assay/contract/credentials.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { Problem } from '#platform/http/problem.ts'
import { claimAddress, releaseAddress } from './address-store.ts'

export interface NewMember {
  uuid: string
  name: string
  email: string
  role: string
  passwordHash: string | null
  status?: 'Active' | 'Pending'
}

/** Active members log in with the address unless another member has it. Throws 409 if the account already has it. */
export async function insertMember(db: Database, scope: Scope, member: NewMember): Promise<void> {
  const { uuid, name, role, passwordHash, status = 'Active' } = member
  const email = member.email.toLowerCase()
  const row = await db
    .insertInto('member')
    .values({ account_uuid: scope.accountUuid, uuid, name, email, role, status, password_hash: passwordHash })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'email']).doNothing())
    .returning('uuid')
    .executeTakeFirst()
  // Concurrent inserts are detected by the unique constraint.
  if (!row) throw emailTaken()
  await checkLimit(db, scope, 'members')
  if (status === 'Active') await claimAddress(db, scope, { memberUuid: uuid, email, isProved: false })
}

export const emailTaken = () =>
  new Problem(409, 'emailTaken', 'This email address already belongs to a member')

export const findMember = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('member')
    .select(['uuid', 'name', 'email', 'role', 'status', 'language', 'browser_language as browserLanguage'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()

/** The creator of the installation. */
export const findFirstAdministrator = (db: Database) =>
  db
    .selectFrom('member')
    .select(['account_uuid as accountUuid', 'uuid as memberUuid'])
    .where('role', '=', 'Administrator')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()

export interface MemberRow {
  uuid: string
  email: string
  name: string
  role: string
  status: string
  primaryTeamUuid: string | null
  teams: { uuid: string; name: string; role: string }[]
  factors: (FactorType | 'passkey')[]
}

const teamsOf = sql<MemberRow['teams']>`(
  select coalesce(json_agg(json_build_object('uuid', team.uuid, 'name', team.name, 'role', team_member.role)
    order by team.name), '[]')
  from team_member join team on team.account_uuid = team_member.account_uuid and team.uuid = team_member.team_uuid
  where team_member.account_uuid = member.account_uuid and team_member.member_uuid = member.uuid)`.as('teams')

/** Active second factors. */
const factorsOf = sql<MemberRow['factors']>`(
  select coalesce(json_agg(distinct method order by method), '[]') from (
    select method from second_factor
    where account_uuid = member.account_uuid and member_uuid = member.uuid and is_active
    union all
    select 'passkey' from passkey where account_uuid = member.account_uuid and member_uuid = member.uuid) factor)`

/** All of the account, or those who share a team with the scope; none for a project token. */
const isVisible = (scope: Scope) => (eb: ExpressionBuilder<Schema, 'member'>) =>
  scope.teams === 'all'
    ? eb.lit(scope.project === null)
    : eb.exists(teamsOfMember(eb).where('team_uuid', '=', eb.fn.any(eb.val(teamUuids(scope)))))

const teamsOfMember = (eb: ExpressionBuilder<Schema, 'member'>) =>
  eb
    .selectFrom('team_member')
    .select('team_uuid')
    .whereRef('team_member.account_uuid', '=', 'member.account_uuid')
    .whereRef('team_member.member_uuid', '=', 'member.uuid')

const membersIn = (db: Database, scope: Scope, isMeant = isVisible(scope)) =>
  db
    .selectFrom('member')
    .select(['uuid', 'email', 'name', 'role', 'status', 'primary_team_uuid as primaryTeamUuid', teamsOf])
    .select(factorsOf.as('factors'))
    .where('account_uuid', '=', scope.accountUuid)
    .where(isMeant)

/** Sorted by email address. */
export const memberPages = (db: Database, scope: Scope) =>
  readPages((after: MemberRow | undefined) =>
    readPage<MemberRow>(db, {
      query: membersIn(db, scope)
        .$if(after !== undefined, (query) => query.where('email', '>', after!.email))
        .orderBy('email')
        .limit(maxPageRows),
      order: sql`email`,
    }),
  )

export const findVisibleMember = (db: Database, scope: Scope, uuid: string): Promise<MemberRow | undefined> =>
  membersIn(db, scope).where('uuid', '=', uuid).executeTakeFirst()

/** Members who can be added to a team in scope: visible ones, or members without a team. */
export const findPlaceable = (db: Database, scope: Scope, uuid: string): Promise<MemberRow | undefined> =>
  membersIn(db, scope, (eb) => eb.or([isVisible(scope)(eb), eb.not(eb.exists(teamsOfMember(eb)))]))
    .where('uuid', '=', uuid)
    .executeTakeFirst()

/** Of this member only: another account's member may have the same address. */
export const findPasswordHash = async (db: Database, scope: Scope, uuid: string): Promise<string | null> =>
  (
    await db
      .selectFrom('member')
      .select('password_hash')
      .where('account_uuid', '=', scope.accountUuid)
      .where('uuid', '=', uuid)
      .executeTakeFirst()
  )?.password_hash ?? null

export interface MemberChange {
  name?: string | undefined
  role?: string | undefined
  status?: string | undefined
  passwordHash?: string | undefined
  primaryTeamUuid?: string | undefined
  /** null for the browser's language. */
  language?: string | null | undefined
}

export async function updateMember(
  db: Tx,
  scope: Scope,
  { uuid, ...change }: MemberChange & { uuid: string },
) {
  await db
    .updateTable('member')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.role !== undefined && { role: change.role }),
      ...(change.status !== undefined && { status: change.status }),
      ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
      ...(change.primaryTeamUuid !== undefined && { primary_team_uuid: change.primaryTeamUuid }),
      ...(change.language !== undefined && { language: change.language, browser_language: null }),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
}

/** For emails and documents to members who follow their browser's language; a chosen one needs no other. */
export const rememberBrowserLanguage = (
  db: Database,
  scope: Scope,
  { uuid, language }: { uuid: string; language: string },
) =>
  db
    .updateTable('member')
    .set({ browser_language: language })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('language', 'is', null)
    .execute()

/** Locks members before the rows that deleting the team cascades to. */
export const leavePrimaryTeam = (tx: Tx, scope: Scope, teamUuid: string) =>
  tx
    .updateTable('member')
    .set({ primary_team_uuid: null })
    .where('account_uuid', '=', scope.accountUuid)
    .where('primary_team_uuid', '=', teamUuid)
    .execute()

/** Changes the member's login address, unless another member has it. */
export async function changeEmail(db: Tx, scope: Scope, { uuid, email }: { uuid: string; email: string }) {
  await db
    .updateTable('member')
    .set({ email })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
  await releaseAddress(db, scope, uuid)
  await claimAddress(db, scope, { memberUuid: uuid, email, isProved: false })
}

/** Returns whether the member existed. */
export async function deleteMember(db: Tx, scope: Scope, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('member')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Locks the set of administrators, so that two cannot remove each other concurrently. */
export async function lockAdministrators(db: Tx, scope: Scope): Promise<string[]> {
  // A single lock: locking each administrator row would cause deadlocks.
  await lockAccount(db, scope)
  const rows = await db
    .selectFrom('member')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('role', '=', 'Administrator')
    .where('status', '=', 'Active')
    .execute()
  return rows.map(({ uuid }) => uuid)
}

export interface Provisioned {
  uuid: string
  userName: string
  externalId: string | null
  givenName: string | null
  familyName: string | null
}

export const updateProvisioned = (db: Tx, scope: Scope, row: Provisioned) =>
  db
    .updateTable('member')
    .set({
      user_name: row.userName,
      external_id: row.externalId,
      given_name: row.givenName,
      family_name: row.familyName,
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', row.uuid)
    .execute()
