import type { Threshold } from '@assay/contract/accounts.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'

/** By tag name. */
export const listThresholds = (db: Database, scope: Scope): Promise<Threshold[]> =>
  db
    .selectFrom('tag_threshold')
    .innerJoin('tag', (join) =>
      join
        .onRef('tag.account_uuid', '=', 'tag_threshold.account_uuid')
        .onRef('tag.uuid', '=', 'tag_threshold.tag_uuid'),
    )
    .select([
      ...(['tag.name as tag', 'security as minimumSecurity'] as const),
      ...(['stability as minimumStability', 'licensing as minimumLicensing'] as const),
    ])
    .where('tag_threshold.account_uuid', '=', scope.accountUuid)
    .orderBy('tag.name')
    .execute()

/** Replaces all of them. Throws 404 for an unknown tag. */
export async function replaceThresholds(tx: Tx, scope: Scope, thresholds: readonly Threshold[]) {
  await tx.deleteFrom('tag_threshold').where('account_uuid', '=', scope.accountUuid).execute()
  for (const { tag, minimumSecurity, minimumStability, minimumLicensing } of thresholds) {
    const { numAffectedRows } = await sql`
      insert into tag_threshold (account_uuid, tag_uuid, security, stability, licensing)
      select account_uuid, uuid, ${minimumSecurity}::int, ${minimumStability}::int, ${minimumLicensing}::int
      from tag where account_uuid = ${scope.accountUuid} and name = ${tag}`.execute(tx)
    if (numAffectedRows === 0n) throwNotFound('tag')
  }
}
