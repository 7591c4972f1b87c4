import { type ExpressionBuilder, sql } from 'kysely'
import { lastUseSince } from '#auth/sessions/last-use.ts'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { collectPages, maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

export interface NewToken {
  uuid: string
  memberUuid: string
  name: string
  hash: Uint8Array
  expiresAt: Date | null
  access: string
  teamUuid: string | null
  projectUuid: string | null
  /** The token that created it; deleting that one deletes this one. */
  parentUuid?: string | null
  /** The encrypted token, if it can be shown again. */
  sealed?: Uint8Array | null
}

/** Expires with the token that created it at the latest. */
export async function insertToken(db: Database, scope: Scope, token: NewToken) {
  const expiresAt = await limitToParent(db, scope, token)
  const row = await db
    .insertInto('api_token')
    .values({
      account_uuid: scope.accountUuid,
      uuid: token.uuid,
      member_uuid: token.memberUuid,
      name: token.name,
      hash: token.hash,
      expires_at: expiresAt,
      access: token.access,
      team_uuid: token.teamUuid,
      project_uuid: token.projectUuid,
      parent_uuid: token.parentUuid ?? null,
      sealed: token.sealed ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await checkLimit(db, scope, 'tokens')
  return row
}

/** Locks the parent: its expiry may be brought forward after the caller was authenticated. */
async function limitToParent(
  db: Database,
  { accountUuid }: Scope,
  { parentUuid, expiresAt }: NewToken,
): Promise<Date | null> {
  if (!parentUuid) return expiresAt
  const parent = await db
    .selectFrom('api_token')
    .select('expires_at')
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', parentUuid)
    .forShare()
    .executeTakeFirst()
  const latest = parent?.expires_at ?? null
  if (latest === null || expiresAt === null) return latest ?? expiresAt
  return latest < expiresAt ? latest : expiresAt
}

export type TokenRow = Awaited<ReturnType<typeof insertToken>>

export interface TokenOwners {
  memberUuid: string
  /** Members whose tokens are included as well; null for none. */
  others: Scope | null
}

/**
 * Team administrators reach the tokens of members with team roles that are limited to their teams, and all tokens of
 * those who belong to no other team.
 */
const isHeldBy =
  ({ memberUuid, others }: TokenOwners) =>
  (eb: ExpressionBuilder<Schema, 'api_token'>) =>
    others?.teams === 'all'
      ? eb.lit(true)
      : eb.or([
          eb('api_token.member_uuid', '=', memberUuid),
          sql<boolean>`exists (
            select from team_member join member
              on member.account_uuid = team_member.account_uuid and member.uuid = team_member.member_uuid
            where member.account_uuid = api_token.account_uuid and member.uuid = api_token.member_uuid
              and member.role like 'Team %' and team_member.team_uuid = any(${reached(others)}))
            and (api_token.team_uuid = any(${reached(others)})
              or exists (
                select from project
                where project.account_uuid = api_token.account_uuid and project.uuid = api_token.project_uuid
                  and project.team_uuid = any(${reached(others)}))
              or not exists (
                select from team_member
                where team_member.account_uuid = api_token.account_uuid
                  and team_member.member_uuid = api_token.member_uuid
                  and team_member.team_uuid <> all(${reached(others)})))`,
        ])

const reached = (others: Scope | null) => sql`${others ? teamUuids(others) : []}::uuid[]`

/** The timestamp as text: a Date would lose the microseconds. */
type ListedToken = TokenRow & { position: string }

/** Oldest first. */
export const tokenPages = (db: Database, scope: Scope, holders: TokenOwners) =>
  readPages((after: ListedToken | undefined) =>
    readPage<ListedToken>(db, {
      query: db
        .selectFrom('api_token')
        .selectAll()
        .select(sql<string>`created_at::text`.as('position'))
        .where('account_uuid', '=', scope.accountUuid)
        .where(isHeldBy(holders))
        .$if(after !== undefined, (query) => query.where(isAfter(after!)))
        .orderBy('created_at')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`created_at, uuid`,
    }),
  )

const isAfter = ({ position, uuid }: ListedToken) =>
  sql<boolean>`(created_at, uuid) > (${position}::timestamptz, ${uuid}::uuid)`

export const listTokens = (db: Database, scope: Scope, holders: TokenOwners): Promise<TokenRow[]> =>
  collectPages(tokenPages(db, scope, holders))

/** The deleted token; undefined if there was none in scope. */
export const deleteToken = (
  db: Database,
  scope: Scope,
  { uuid, ...holders }: TokenOwners & { uuid: string },
): Promise<TokenRow | undefined> =>
  db
    .deleteFrom('api_token')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where(isHeldBy(holders))
    .returningAll()
    .executeTakeFirst()

/** Whether there is such a token in scope. */
export const hasToken = async (
  db: Database,
  scope: Scope,
  { uuid, ...holders }: TokenOwners & { uuid: string },
): Promise<boolean> =>
  (await db
    .selectFrom('api_token')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where(isHeldBy(holders))
    .executeTakeFirst()) !== undefined

/** The token, locked until the transaction ends; undefined if there is none in scope. */
export const lockToken = (
  tx: Tx,
  scope: Scope,
  { uuid, ...holders }: TokenOwners & { uuid: string },
): Promise<TokenRow | undefined> =>
  tx
    .selectFrom('api_token')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where(isHeldBy(holders))
    .forUpdate()
    .executeTakeFirst()

/** Omitted fields are unchanged. Tokens it created expire with it at the latest. */
export async function updateToken(
  tx: Tx,
  scope: Scope,
  { uuid, name, expiresAt }: { uuid: string; name: string; expiresAt: Date | null },
): Promise<TokenRow> {
  if (expiresAt !== null) await expireChildren(tx, scope, { uuid, expiresAt })
  return tx
    .updateTable('api_token')
    .set({ name, expires_at: expiresAt })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const expireChildren = (tx: Tx, { accountUuid }: Scope, of: { uuid: string; expiresAt: Date }) =>
  sql`
    with recursive child as (
      select uuid from api_token where account_uuid = ${accountUuid} and parent_uuid = ${of.uuid}
      union all
      select api_token.uuid from api_token join child on api_token.parent_uuid = child.uuid
        where api_token.account_uuid = ${accountUuid})
    update api_token set expires_at = least(expires_at, ${of.expiresAt})
      where account_uuid = ${accountUuid} and uuid in (select uuid from child)`.execute(tx)

/** A member for whom a token may be created: in scope, and with only team roles if the scope is limited to teams. */
export const findTokenMember = (
  tx: Tx,
  scope: Scope,
  uuid: string,
): Promise<{ uuid: string; email: string } | undefined> =>
  tx
    .selectFrom('member')
    .select(['uuid', 'email'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('status', '=', 'Active')
    .where((eb) =>
      scope.teams === 'all'
        ? eb.lit(true)
        : sql<boolean>`member.role like 'Team %' and exists (
            select from team_member where team_member.account_uuid = member.account_uuid
              and team_member.member_uuid = member.uuid and team_uuid = any(${teamUuids(scope)}::uuid[]))`,
    )
    .executeTakeFirst()

/** At most once a minute, to limit writes. */
export const touchToken = (db: Database, accountUuid: string, uuid: string) =>
  db
    .updateTable('api_token')
    .set({ last_used_at: new Date() })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', lastUseSince())]))
    .execute()

/** Tokens limited to this project. */
export const deleteTokensOfProject = (db: Database, scope: Scope, projectUuid: string) =>
  db
    .deleteFrom('api_token')
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .execute()
