import { type Expression, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { groupTest, userName, userTest } from './filter-store.ts'
import type { Filter } from './parse-filter.ts'

interface Reference {
  uuid: string
  name: string
}

export interface UserRow {
  uuid: string
  email: string
  name: string
  role: string
  status: string
  userName: string
  externalId: string | null
  givenName: string | null
  familyName: string | null
  createdAt: Date
  groups: Reference[]
}

export interface GroupRow {
  uuid: string
  name: string
  externalId: string | null
  createdAt: Date
  members: Reference[]
}

export interface Page {
  filter: Filter | null
  offset: number
  limit: number
}

const groupsOfUser = sql<Reference[]>`(
  select coalesce(json_agg(json_build_object('uuid', team.uuid, 'name', team.name) order by team.name), '[]')
  from team_member join team on team.account_uuid = team_member.account_uuid and team.uuid = team_member.team_uuid
  where team_member.account_uuid = member.account_uuid and team_member.member_uuid = member.uuid)`

const membersOfGroup = sql<Reference[]>`(
  select coalesce(json_agg(json_build_object('uuid', member.uuid, 'name', member.name) order by member.uuid), '[]')
  from team_member join member
    on member.account_uuid = team_member.account_uuid and member.uuid = team_member.member_uuid
  where team_member.account_uuid = team.account_uuid and team_member.team_uuid = team.uuid)`

const usersIn = (db: Database, scope: Scope) =>
  db
    .selectFrom('member')
    .select(['uuid', 'email', 'name', 'role', 'status', 'created_at as createdAt'])
    .select(['external_id as externalId', 'given_name as givenName', 'family_name as familyName'])
    .select([userName.as('userName'), groupsOfUser.as('groups')])
    .where('account_uuid', '=', scope.accountUuid)

const groupsIn = (db: Database, scope: Scope, withMembers: boolean) =>
  db
    .selectFrom('team')
    .select(['uuid', 'name', 'external_id as externalId', 'created_at as createdAt'])
    .select((withMembers ? membersOfGroup : sql<Reference[]>`'[]'::json`).as('members'))
    .where('account_uuid', '=', scope.accountUuid)

const totalOf = (row: { total: string | number | bigint } | undefined) => Number(row?.total ?? 0)

export async function listUsers(
  db: Database,
  scope: Scope,
  { filter, offset, limit }: Page,
): Promise<{ total: number; rows: UserRow[] }> {
  const test = filter ? userTest(filter) : sql<boolean>`true`
  const count = db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('account_uuid', '=', scope.accountUuid)
  const total = totalOf(await count.where(test).executeTakeFirst())
  const rows = usersIn(db, scope).where(test).orderBy('uuid').offset(offset).limit(limit)
  return { total, rows: limit === 0 ? [] : await boundedRows(db, rows) }
}

/** Returns fewer than requested if they are large (RFC 7644 §3.4.2.4), such as groups with all members. */
const boundedRows = async <Row extends object>(db: Database, query: Expression<Row>): Promise<Row[]> =>
  (await readPage(db, { query, order: sql`uuid` })).rows

export async function listGroups(
  db: Database,
  scope: Scope,
  { filter, offset, limit, withMembers }: Page & { withMembers: boolean },
): Promise<{ total: number; rows: GroupRow[] }> {
  const test = filter ? groupTest(filter) : sql<boolean>`true`
  const count = db
    .selectFrom('team')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('account_uuid', '=', scope.accountUuid)
  const total = totalOf(await count.where(test).executeTakeFirst())
  const rows = groupsIn(db, scope, withMembers).where(test).orderBy('uuid').offset(offset).limit(limit)
  return { total, rows: limit === 0 ? [] : await boundedRows(db, rows) }
}

export const findUser = (db: Database, scope: Scope, uuid: string): Promise<UserRow | undefined> =>
  usersIn(db, scope).where('uuid', '=', uuid).executeTakeFirst()

export const findGroup = (db: Database, scope: Scope, uuid: string): Promise<GroupRow | undefined> =>
  groupsIn(db, scope, true).where('uuid', '=', uuid).executeTakeFirst()

/** Without members. */
export const findBareGroup = (db: Database, scope: Scope, uuid: string): Promise<GroupRow | undefined> =>
  groupsIn(db, scope, false).where('uuid', '=', uuid).executeTakeFirst()

/** By uuid, in the order of group members. */
export const groupMemberPages = (db: Database, scope: Scope, teamUuid: string) =>
  readPages((after: Reference | undefined) =>
    readPage<Reference>(db, {
      query: sql<Reference>`
        (select member.uuid, member.name
         from team_member join member
           on member.account_uuid = team_member.account_uuid and member.uuid = team_member.member_uuid
         where team_member.account_uuid = ${scope.accountUuid} and team_member.team_uuid = ${teamUuid}
           and ${after ? sql`member.uuid > ${after.uuid}` : sql`true`}
         order by member.uuid limit ${maxPageRows})`,
      order: sql`uuid`,
    }),
  )

export const findUuidByUserName = async (db: Database, scope: Scope, name: string) =>
  (
    await db
      .selectFrom('member')
      .select('uuid')
      .where('account_uuid', '=', scope.accountUuid)
      .where(sql<boolean>`lower(${userName}) = lower(${name})`)
      .executeTakeFirst()
  )?.uuid ?? null

export const findTeamByName = async (db: Database, scope: Scope, name: string) =>
  (
    await db
      .selectFrom('team')
      .select('uuid')
      .where('account_uuid', '=', scope.accountUuid)
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .executeTakeFirst()
  )?.uuid ?? null

/** Number of the uuids that are members of the account. */
export async function countMembersAmong(db: Tx, scope: Scope, uuids: string[]): Promise<number> {
  const row = await db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('account_uuid', '=', scope.accountUuid)
    .where((eb) => eb('uuid', '=', eb.fn.any(eb.val(uuids))))
    .executeTakeFirst()
  return totalOf(row)
}

/** Numbers of provisioned members and teams. */
export async function countProvisioned(
  db: Database,
  { accountUuid }: Scope,
): Promise<{ users: number; groups: number; changedAt: Date | null }> {
  const { rows } = await sql<{ users: number; groups: number; changedAt: Date | null }>`
    select
      (select count(*)::int from member where account_uuid = ${accountUuid} and user_name is not null) as users,
      -- Not all providers send an external id for a group; the audit log tells which groups they created.
      (select count(*)::int from team where account_uuid = ${accountUuid} and (external_id is not null or exists (
        select from audit_event
        where audit_event.account_uuid = ${accountUuid} and action = 'scim.createGroup'
          and target ->> 'teamUuid' = team.uuid::text))) as groups,
      (select max(at) from audit_event where account_uuid = ${accountUuid} and action like 'scim.%') as "changedAt"`.execute(
    db,
  )
  return rows[0]!
}
