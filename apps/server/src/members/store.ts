import { type ExpressionBuilder, sql } from 'kysely'
import { type Scope, teamUuids } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'
import type { Schema } from '../database/schema.gen.ts'

export interface NewMember {
  uuid: string
  name: string
  email: string
  role: string
  passwordHash: string | null
  status?: 'Active' | 'Pending'
}

export async function insertMember(db: Database, scope: Scope, member: NewMember): Promise<void> {
  const { uuid, name, role, passwordHash, status = 'Active' } = member
  const email = member.email.toLowerCase()
  await db
    .insertInto('member')
    .values({ account_uuid: scope.accountUuid, uuid, name, email, role, status, password_hash: passwordHash })
    .execute()
  await db.insertInto('login').values({ email, account_uuid: scope.accountUuid, member_uuid: uuid }).execute()
}

export const findMember = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('member')
    .select(['uuid', 'name', 'email', 'role', 'status'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()

/** Who made the installation. */
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
  factors: ('app' | 'sms' | 'passkey')[]
}

const teamsOf = sql<MemberRow['teams']>`(
  select coalesce(json_agg(json_build_object('uuid', team.uuid, 'name', team.name, 'role', team_member.role)
    order by team.name), '[]')
  from team_member join team on team.account_uuid = team_member.account_uuid and team.uuid = team_member.team_uuid
  where team_member.account_uuid = member.account_uuid and team_member.member_uuid = member.uuid)`.as('teams')

/** What is in use beside a password. */
const factorsOf = sql<MemberRow['factors']>`(
  select coalesce(json_agg(distinct method order by method), '[]') from (
    select method from second_factor
    where account_uuid = member.account_uuid and member_uuid = member.uuid and is_active
    union all
    select 'passkey' from passkey where account_uuid = member.account_uuid and member_uuid = member.uuid) factor)`

/** All of the account, or those who share a team with the scope; a token of one project sees nobody. */
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

export const listMembers = (db: Database, scope: Scope): Promise<MemberRow[]> =>
  membersIn(db, scope).orderBy('email').execute()

export const findVisibleMember = (db: Database, scope: Scope, uuid: string): Promise<MemberRow | undefined> =>
  membersIn(db, scope).where('uuid', '=', uuid).executeTakeFirst()

/** Who may be put into a team of the scope: who is seen in it, or is in no team yet. */
export const findPlaceable = (db: Database, scope: Scope, uuid: string): Promise<MemberRow | undefined> =>
  membersIn(db, scope, (eb) => eb.or([isVisible(scope)(eb), eb.not(eb.exists(teamsOfMember(eb)))]))
    .where('uuid', '=', uuid)
    .executeTakeFirst()

/** Over all accounts: an address logs in to one account. */
export const hasLogin = async (db: Database, email: string): Promise<boolean> =>
  (await db
    .selectFrom('login')
    .select('email')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()) !== undefined

export interface MemberChange {
  name?: string | undefined
  role?: string | undefined
  status?: string | undefined
  passwordHash?: string | undefined
  primaryTeamUuid?: string | undefined
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
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
}

/** What the member logs in by from now on. */
export async function changeEmail(db: Tx, scope: Scope, { uuid, email }: { uuid: string; email: string }) {
  await db
    .updateTable('member')
    .set({ email })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
  await db
    .updateTable('login')
    .set({ email })
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', uuid)
    .execute()
}

export const deleteMember = (db: Tx, scope: Scope, uuid: string) =>
  db.deleteFrom('member').where('account_uuid', '=', scope.accountUuid).where('uuid', '=', uuid).execute()

/** Held until the transaction ends, so that two administrators cannot remove each other. */
export async function lockAdministrators(db: Tx, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('role', '=', 'Administrator')
    .where('status', '=', 'Active')
    .orderBy('uuid')
    .forUpdate()
    .execute()
  return rows.map(({ uuid }) => uuid)
}

/** A session or token that was given before must not outlive what it stood for. */
export const revokeSessionsOf = (db: Tx, scope: Scope, memberUuid: string) =>
  db
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('revoked_at', 'is', null)
    .execute()
