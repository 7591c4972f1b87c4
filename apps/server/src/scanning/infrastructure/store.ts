import type { InfrastructurePolicy } from '@assay/engine/infrastructure/apply-policies.ts'
import type { InfrastructureRule } from '@assay/engine/infrastructure/infrastructure.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { type Selectable, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'

export type PolicyRow = Selectable<Schema['isaac_policy']>

/** By scanner, then by id. */
export const policyPages = (db: Database, scope: Scope) =>
  readPages((after: PolicyRow | undefined) =>
    readPage<PolicyRow>(db, {
      query: db
        .selectFrom('isaac_policy')
        .selectAll()
        .where('account_uuid', '=', scope.accountUuid)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(tool, sysid) > (${after!.tool}, ${after!.sysid})`),
        )
        .orderBy('tool')
        .orderBy('sysid')
        .limit(maxPageRows),
      order: sql`tool, sysid`,
    }),
  )

/** Locked until the transaction ends. */
export const lockPolicy = (tx: Tx, scope: Scope, sysid: string): Promise<PolicyRow | undefined> =>
  tx
    .selectFrom('isaac_policy')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('sysid', '=', sysid)
    .forUpdate()
    .executeTakeFirst()

export const updatePolicy = (
  tx: Tx,
  scope: Scope,
  { sysid, ...change }: Pick<PolicyRow, 'sysid' | 'is_enabled' | 'severity' | 'tags'>,
): Promise<PolicyRow> =>
  tx
    .updateTable('isaac_policy')
    .set({ ...change, changed_at: sql<Date>`now()` })
    .where('account_uuid', '=', scope.accountUuid)
    .where('sysid', '=', sysid)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The account's policies for some rules, locked until the transaction ends. */
export async function findPolicies(
  tx: Tx,
  scope: Scope,
  sysids: readonly string[],
): Promise<Map<string, InfrastructurePolicy>> {
  const rows = await tx
    .selectFrom('isaac_policy')
    .select(['sysid', 'is_enabled as isEnabled', 'severity', 'tags'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('sysid', '=', sql<string>`any(${[...new Set(sysids)]}::text[])`)
    .orderBy('sysid')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.sysid, { ...row, severity: row.severity as Severity | null }]))
}

/** Maximum rules of one account; a scanner has a few hundred. */
const maxPolicies = 20_000

/** Adds new rules, in a fixed order so that concurrent scans do not deadlock. Returns how many exceeded the limit. */
export async function addPolicies(
  tx: Tx,
  scope: Scope,
  rules: readonly InfrastructureRule[],
): Promise<number> {
  const ruleSettings = await findPolicies(
    tx,
    scope,
    rules.map(({ sysid }) => sysid),
  )
  const added = rules
    .filter(({ sysid }) => !ruleSettings.has(sysid))
    .sort((a, b) => (a.sysid < b.sysid ? -1 : 1))
  if (added.length === 0) return 0
  const { count } = await tx
    .selectFrom('isaac_policy')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_uuid', '=', scope.accountUuid)
    .executeTakeFirstOrThrow()
  const room = Math.max(0, maxPolicies - count)
  const rows = added.slice(0, room).map(({ helpUrl, severity, ...rule }) => ({
    account_uuid: scope.accountUuid,
    ...rule,
    help_url: helpUrl,
    default_severity: severity,
  }))
  for (let start = 0; start < rows.length; start += 1000)
    await tx
      .insertInto('isaac_policy')
      .values(rows.slice(start, start + 1000))
      .onConflict((conflict) => conflict.columns(['account_uuid', 'sysid']).doNothing())
      .execute()
  return added.length - rows.length
}
