import { type ExpressionBuilder, sql } from 'kysely'
import { type Scope, teamUuids } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.gen.ts'

export interface NewToken {
  uuid: string
  memberUuid: string
  name: string
  hash: Uint8Array
  expiresAt: Date | null
  access: string
  teamUuid: string | null
  projectUuid: string | null
}

export const insertToken = (db: Database, scope: Scope, token: NewToken) =>
  db
    .insertInto('api_token')
    .values({
      account_uuid: scope.accountUuid,
      uuid: token.uuid,
      member_uuid: token.memberUuid,
      name: token.name,
      hash: token.hash,
      expires_at: token.expiresAt,
      ...{ access: token.access, team_uuid: token.teamUuid, project_uuid: token.projectUuid },
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export type TokenRow = Awaited<ReturnType<typeof insertToken>>

export interface Holders {
  memberUuid: string
  /** Members whose tokens are meant as well; null: none. */
  others: Scope | null
}

/** Who has a role in the account is not for those who administer a team. */
const isHeldBy =
  ({ memberUuid, others }: Holders) =>
  (eb: ExpressionBuilder<Schema, 'api_token'>) =>
    others?.teams === 'all'
      ? eb.lit(true)
      : eb.or([
          eb('api_token.member_uuid', '=', memberUuid),
          sql<boolean>`exists (
            select from team_member join member
              on member.account_uuid = team_member.account_uuid and member.uuid = team_member.member_uuid
            where member.account_uuid = api_token.account_uuid and member.uuid = api_token.member_uuid
              and member.role like 'Team %' and team_uuid = any(${others ? teamUuids(others) : []}::uuid[]))`,
        ])

export const listTokens = (db: Database, scope: Scope, holders: Holders): Promise<TokenRow[]> =>
  db
    .selectFrom('api_token')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where(isHeldBy(holders))
    .orderBy('created_at')
    .execute()

/** What was there; undefined when there is no such token in reach. */
export const deleteToken = (
  db: Database,
  scope: Scope,
  { uuid, ...holders }: Holders & { uuid: string },
): Promise<TokenRow | undefined> =>
  db
    .deleteFrom('api_token')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where(isHeldBy(holders))
    .returningAll()
    .executeTakeFirst()
