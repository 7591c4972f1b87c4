import { sql } from 'kysely'
import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'

export const findAccount = (db: Database, scope: Scope) =>
  db.selectFrom('account').selectAll().where('uuid', '=', scope.accountUuid).executeTakeFirst()

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Whether the installation has an account yet. */
export const hasAccount = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('account').select('uuid').limit(1).executeTakeFirst()) !== undefined

/** Any number that no other lock of the database has. */
const firstStartLock = 7_002

/** Until the transaction ends: several processes may start on one empty database. */
export const lockFirstStart = async (db: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${firstStartLock})`.execute(db)
}

export const insertAccount = async (db: Database, account: { uuid: string; name: string; email: string }) => {
  await db
    .insertInto('account')
    .values({ ...account, features: ['teams'] })
    .execute()
  await db.insertInto('account_revision').values({ account_uuid: account.uuid }).execute()
}

export interface NewMember {
  uuid: string
  name: string
  email: string
  role: string
  passwordHash: string | null
}

export async function insertMember(db: Database, scope: Scope, member: NewMember): Promise<void> {
  const { uuid, name, role, passwordHash } = member
  const email = member.email.toLowerCase()
  await db
    .insertInto('member')
    .values({ account_uuid: scope.accountUuid, uuid, name, email, role, password_hash: passwordHash })
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

/** The teams that the scope reaches. */
export const listTeams = (db: Database, scope: Scope) =>
  db
    .selectFrom('team')
    .select(['account_uuid as accountUuid', 'uuid', 'name', 'description', 'is_active as active'])
    .where('account_uuid', '=', scope.accountUuid)
    .$if(scope.teams !== 'all', (query) => query.where('uuid', 'in', nonEmpty(scope.teams)))
    .orderBy('name')
    .execute()

export const listTeamsOf = (db: Database, scope: Scope, memberUuid: string) =>
  db
    .selectFrom('team_member')
    .innerJoin('team', (join) =>
      join
        .onRef('team.account_uuid', '=', 'team_member.account_uuid')
        .onRef('team.uuid', '=', 'team_member.team_uuid'),
    )
    .select(['team.uuid', 'team.name'])
    .where('team_member.account_uuid', '=', scope.accountUuid)
    .where('team_member.member_uuid', '=', memberUuid)
    .orderBy('team.name')
    .execute()

export const insertTeam = (
  db: Database,
  scope: Scope,
  team: { uuid: string; name: string; description: string },
) =>
  db
    .insertInto('team')
    .values({ account_uuid: scope.accountUuid, ...team })
    .execute()

export const insertTeamMember = (
  db: Database,
  scope: Scope,
  row: { teamUuid: string; memberUuid: string; role: string },
) =>
  db
    .insertInto('team_member')
    .values({
      account_uuid: scope.accountUuid,
      team_uuid: row.teamUuid,
      member_uuid: row.memberUuid,
      role: row.role,
    })
    .execute()

export interface ConfigurationChange {
  minimumScores?: object
  securityScoring?: string
}

export const updateConfiguration = (db: Database, scope: Scope, change: ConfigurationChange) =>
  db
    .updateTable('account')
    .set({
      ...(change.minimumScores && { minimum_scores: JSON.stringify(change.minimumScores) }),
      ...(change.securityScoring !== undefined && { security_scoring: change.securityScoring }),
    })
    .where('uuid', '=', scope.accountUuid)
    .execute()

/** Counts every change that a cached answer of the account could show. */
export const raiseRevision = (db: Database, scope: Scope) =>
  db
    .updateTable('account_revision')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('account_uuid', '=', scope.accountUuid)
    .execute()

export const readRevision = async (db: Database, scope: Scope): Promise<number> =>
  (
    await db
      .selectFrom('account_revision')
      .select('revision')
      .where('account_uuid', '=', scope.accountUuid)
      .executeTakeFirstOrThrow()
  ).revision

// `in ()` is no SQL: nobody has the nil uuid.
const nonEmpty = (teams: Scope['teams']): string[] =>
  teams === 'all' || teams.length === 0 ? ['00000000-0000-0000-0000-000000000000'] : [...teams]
