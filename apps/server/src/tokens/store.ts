import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'

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

/** memberUuid null: of all members. */
export const listTokens = (db: Database, scope: Scope, memberUuid: string | null): Promise<TokenRow[]> =>
  db
    .selectFrom('api_token')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .$if(memberUuid !== null, (query) => query.where('member_uuid', '=', memberUuid))
    .orderBy('created_at')
    .execute()

/** Whether there was such a token. */
export async function deleteToken(
  db: Database,
  scope: Scope,
  token: { uuid: string; memberUuid: string | null },
) {
  const { numDeletedRows } = await db
    .deleteFrom('api_token')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', token.uuid)
    .$if(token.memberUuid !== null, (query) => query.where('member_uuid', '=', token.memberUuid))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
