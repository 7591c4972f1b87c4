import { sql } from 'kysely'
import { type Scope, teamUuids } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'

export interface PolicyContent {
  name: string
  mode: string
  licenses: string[]
  pattern: string | null
  tags: string[]
  active: boolean
}

/** The teams for whose projects it holds; null: all projects of the account. */
export interface PolicyOwner {
  teamUuids: readonly string[] | null
}

const columns = [
  ...(['uuid', 'name', 'mode', 'licenses', 'pattern', 'tags'] as const),
  ...(['is_active as active', 'created_at as createdAt', 'team_uuids as teamUuids'] as const),
] as const

const policiesOf = (db: Database, scope: Scope) =>
  db
    .selectFrom('license_policy')
    .select([...columns])
    .where('account_uuid', '=', scope.accountUuid)
    .$if(scope.teams !== 'all', (query) =>
      query.where(sql<boolean>`coalesce(team_uuids && ${teamUuids(scope)}::uuid[], true)`),
    )

export type PolicyRow = Awaited<ReturnType<typeof listPolicies>>[number]

export const listPolicies = (db: Database, scope: Scope) => policiesOf(db, scope).orderBy('name').execute()

export const findPolicy = (db: Database, scope: Scope, uuid: string): Promise<PolicyRow | undefined> =>
  policiesOf(db, scope).where('uuid', '=', uuid).executeTakeFirst()

export async function putPolicy(
  db: Database,
  scope: Scope,
  { uuid, active, teamUuids: owners, ...content }: PolicyContent & PolicyOwner & { uuid: string },
) {
  const row = { ...content, is_active: active, team_uuids: owners && [...owners] }
  await db
    .insertInto('license_policy')
    .values({ account_uuid: scope.accountUuid, uuid, ...row })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'uuid']).doUpdateSet(row))
    .execute()
}

export const deletePolicy = (db: Database, scope: Scope, uuid: string) =>
  db
    .deleteFrom('license_policy')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
