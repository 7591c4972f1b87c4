import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { collectPages, maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { ruleInScope } from '#projects/in-scope-store.ts'

export interface PolicyContent {
  name: string
  mode: string
  licenses: string[]
  pattern: string | null
  tags: string[]
  active: boolean
  /** Whether components without a recognized license violate an ALLOW policy. */
  denyUnknown: boolean
}

/** The teams whose projects it applies to; null stands for all projects. */
export interface PolicyOwner {
  teamUuids: readonly string[] | null
}

const columns = [
  ...(['uuid', 'name', 'mode', 'licenses', 'pattern', 'tags'] as const),
  ...(['is_active as active', 'deny_unknown as denyUnknown'] as const),
  ...(['created_at as createdAt', 'team_uuids as teamUuids'] as const),
] as const

const policiesOf = (db: Database, scope: Scope) =>
  db
    .selectFrom('license_policy')
    .select([...columns])
    .where('account_uuid', '=', scope.accountUuid)
    .where(ruleInScope(scope))

export type PolicyRow = NonNullable<Awaited<ReturnType<typeof findPolicy>>>

/** By name. */
export const policyPages = (db: Database, scope: Scope) =>
  readPages((after: PolicyRow | undefined) =>
    readPage<PolicyRow>(db, {
      query: policiesOf(db, scope)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(name, uuid) > (${after!.name}, ${after!.uuid}::uuid)`),
        )
        .orderBy('name')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`name, uuid`,
    }),
  )

export const listPolicies = (db: Database, scope: Scope): Promise<PolicyRow[]> =>
  collectPages(policyPages(db, scope))

export const findPolicy = (db: Database, scope: Scope, uuid: string) =>
  policiesOf(db, scope).where('uuid', '=', uuid).executeTakeFirst()

/** The policy, locked until the transaction ends. */
export const lockPolicy = (tx: Tx, scope: Scope, uuid: string) =>
  policiesOf(tx, scope).where('uuid', '=', uuid).forUpdate().executeTakeFirst()

export async function upsertPolicy(
  db: Database,
  scope: Scope,
  {
    uuid,
    active,
    denyUnknown,
    teamUuids: owners,
    ...content
  }: PolicyContent & PolicyOwner & { uuid: string },
) {
  const row = { ...content, is_active: active, deny_unknown: denyUnknown, team_uuids: owners && [...owners] }
  await db
    .insertInto('license_policy')
    .values({ account_uuid: scope.accountUuid, uuid, ...row })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'uuid']).doUpdateSet(row))
    .execute()
}

/** Returns whether the policy existed. */
export async function deletePolicy(db: Database, scope: Scope, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('license_policy')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
