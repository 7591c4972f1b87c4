import type { ProjectMinimums } from '@assay/contract/projects.ts'
import type { RuleKind } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { requestEvaluation } from './request-evaluation.ts'

// Writes the rules of an account: conditions, license policies and minimum scores.

/** The projects that a rule applies to: all without any of these. */
interface AppliesTo {
  projectUuid: string | null
  groupUuid: string | null
  pattern: string | null
  tags: readonly string[]
  /** The teams whose projects it applies to; null for the whole account. */
  teamUuids: readonly string[] | null
}

export interface ConditionRow extends AppliesTo {
  name: string
  description: string
  condition: string
  effect: string
  decision: object | null
  notify: object | null
  mode: string
  whenUnknown: string
}

export interface LicensesRow extends Pick<AppliesTo, 'pattern' | 'tags' | 'teamUuids'> {
  name: string
  mode: string
  licenseMode: string
  licenses: readonly string[]
  /** Whether components without a recognized license violate what allows only listed ones. */
  denyUnknown: boolean
}

export const upsertCondition = (tx: Tx, scope: Scope, { uuid, ...row }: ConditionRow & { uuid: string }) =>
  upsert(tx, scope, {
    uuid,
    kind: 'condition',
    name: row.name,
    description: row.description,
    condition: row.condition,
    effect: row.effect,
    decision: row.decision && jsonText(row.decision),
    notify: row.notify && jsonText(row.notify),
    mode: row.mode,
    when_unknown: row.whenUnknown,
    project_uuid: row.projectUuid,
    group_uuid: row.groupUuid,
    pattern: row.pattern,
    tags: [...row.tags],
    team_uuids: row.teamUuids && [...row.teamUuids],
  })

export const upsertLicenses = (tx: Tx, scope: Scope, { uuid, ...row }: LicensesRow & { uuid: string }) =>
  upsert(tx, scope, {
    uuid,
    kind: 'licenses',
    name: row.name,
    mode: row.mode,
    license_mode: row.licenseMode,
    licenses: [...row.licenses],
    deny_unknown: row.denyUnknown,
    pattern: row.pattern,
    tags: [...row.tags],
    team_uuids: row.teamUuids && [...row.teamUuids],
  })

interface PolicyColumns {
  uuid: string
  kind: RuleKind
  name: string
  mode: string
  tags: string[]
  [column: string]: unknown
}

async function upsert(tx: Tx, scope: Scope, { uuid, ...columns }: PolicyColumns): Promise<void> {
  const row = { ...columns, changed_at: new Date() }
  await tx
    .insertInto('policy')
    .values({ account_uuid: scope.accountUuid, uuid, ...row })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'uuid']).doUpdateSet(row))
    .execute()
  await requestEvaluation(tx, scope, { needsScan: columns.kind === 'licenses' })
}

/** Returns whether the rule existed. */
export async function deletePolicy(tx: Tx, scope: Scope, uuid: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('policy')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .returning('kind')
    .executeTakeFirst()
  if (deleted) await requestEvaluation(tx, scope, { needsScan: deleted.kind === 'licenses' })
  return deleted !== undefined
}

/** What minimum scores are of; null three times stands for the account. */
export interface MinimumsOf {
  projectUuid?: string | null
  groupUuid?: string | null
  tag?: string | null
}

type Minimums = Partial<ProjectMinimums>

/** Sets the minimum scores of the account, a tag, a group or a project; without any, they are inherited. */
export async function setMinimums(
  tx: Tx,
  { accountUuid }: Scope,
  { projectUuid = null, groupUuid = null, tag = null, minimums }: MinimumsOf & { minimums: Minimums | null },
): Promise<void> {
  const tags = tag === null ? [] : [tag]
  const own = Object.fromEntries(Object.entries(minimums ?? {}).filter(([, value]) => value !== null))
  if (Object.keys(own).length === 0)
    await sql`
      delete from policy where account_uuid = ${accountUuid} and kind = 'scores' and tags = ${tags}::text[]
        and project_uuid is not distinct from ${projectUuid}::uuid
        and group_uuid is not distinct from ${groupUuid}::uuid`.execute(tx)
  else
    await sql`
      insert into policy (account_uuid, uuid, kind, name, project_uuid, group_uuid, tags, minimums)
      values (${accountUuid}, gen_random_uuid(), 'scores', 'Minimum scores', ${projectUuid}::uuid, ${groupUuid}::uuid,
        ${tags}::text[], ${jsonText(own)}::jsonb)
      on conflict (account_uuid, coalesce(project_uuid, group_uuid, account_uuid), tags) where kind = 'scores'
      do update set minimums = excluded.minimums, changed_at = now()`.execute(tx)
}

export interface MinimumsRow {
  uuid: string
  projectUuid: string | null
  groupUuid: string | null
  tags: string[]
  minimums: Minimums
}

/** Those of the account and of tags, by tag. */
export const listMinimums = async (db: Database, { accountUuid }: Scope): Promise<MinimumsRow[]> =>
  (
    await sql<MinimumsRow>`
      select uuid, project_uuid as "projectUuid", group_uuid as "groupUuid", tags, minimums from policy
      where account_uuid = ${accountUuid} and kind = 'scores' and project_uuid is null and group_uuid is null
      order by tags`.execute(db)
  ).rows

/** Of a row of a project or group, its own minimum scores with null for what is inherited; null without any. */
export const minimumsOfRow = (
  table: string,
  column: 'project_uuid' | 'group_uuid',
) => sql<ProjectMinimums | null>`(
  select '{"security": null, "stability": null, "licensing": null}'::jsonb || policy.minimums from policy
  where policy.account_uuid = ${sql.ref(`${table}.account_uuid`)} and policy.kind = 'scores'
    and ${sql.ref(`policy.${column}`)} = ${sql.ref(`${table}.uuid`)})`

/** Whether a license policy applies by one of the tags. */
export const hasLicensesFor = async (
  db: Database,
  { accountUuid }: Scope,
  tags: readonly string[],
): Promise<boolean> =>
  (
    await sql`
      select from policy
      where account_uuid = ${accountUuid} and kind = 'licenses' and tags && ${[...tags]}::text[] limit 1`.execute(
      db,
    )
  ).rows.length > 0

/** Rules follow their tags. */
export const renameTagOfPolicies = (
  tx: Tx,
  { accountUuid }: Scope,
  { from, to }: { from: string; to: string },
) =>
  sql`
    update policy set tags = array_replace(tags, ${from}, ${to})
    where account_uuid = ${accountUuid} and ${from} = any(tags)`.execute(tx)
