import type { PolicyRule } from '@assay/contract/rules.ts'
import { appliesToProject } from '@assay/engine/policies/project-pattern.ts'
import type { Rule } from '@assay/engine/policies/rule.ts'
import { sql } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { collectPages, maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { anyProjectInScope, ofNoDeletedProject, ruleInScope } from '#projects/in-scope-store.ts'
import type { ProjectRow } from '#projects/project-store.ts'

type RuleDecision = NonNullable<PolicyRule['decision']>

export interface RuleContent {
  name: string
  description: string
  condition: string
  effect: string
  decision: RuleDecision | null
  mode: string
  whenUnknown: string
  projectUuid: string | null
  groupUuid: string | null
  pattern: string | null
  tags: string[]
}

const columns = [
  ...(['uuid', 'name', 'description', 'condition', 'effect', 'mode', 'pattern', 'tags'] as const),
  ...(['when_unknown as whenUnknown', 'project_uuid as projectUuid', 'team_uuids as teamUuids'] as const),
  ...(['group_uuid as groupUuid'] as const),
  ...(['created_at as createdAt', 'changed_at as changedAt'] as const),
] as const

/** Of the account and of the teams and projects in scope. */
const rulesOf = (db: Database, scope: Scope) =>
  db
    .selectFrom('policy_rule')
    .select([...columns])
    .select(sql<RuleDecision | null>`decision`.as('decision'))
    .where('account_uuid', '=', scope.accountUuid)
    .where(ruleInScope(scope))
    .where(ofNoDeletedProject(scope, 'policy_rule.project_uuid'))
    .where(sql<boolean>`(project_uuid is null or exists (
      select from project where project.account_uuid = policy_rule.account_uuid
        and project.uuid = policy_rule.project_uuid and ${anyProjectInScope(scope)}))`)

export type RuleRow = NonNullable<Awaited<ReturnType<typeof findRule>>>

/** By name. */
export const rulePages = (db: Database, scope: Scope) =>
  readPages((after: RuleRow | undefined) =>
    readPage<RuleRow>(db, {
      query: rulesOf(db, scope)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(name, uuid) > (${after!.name}, ${after!.uuid}::uuid)`),
        )
        .orderBy('name')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`name, uuid`,
    }),
  )

export const listRules = (db: Database, scope: Scope): Promise<RuleRow[]> =>
  collectPages(rulePages(db, scope))

export const findRule = (db: Database, scope: Scope, uuid: string) =>
  rulesOf(db, scope).where('uuid', '=', uuid).executeTakeFirst()

/** The rule, locked until the transaction ends. */
export const lockRule = (tx: Tx, scope: Scope, uuid: string) =>
  rulesOf(tx, scope).where('uuid', '=', uuid).forUpdate().executeTakeFirst()

interface StoredRule extends RuleContent {
  uuid: string
  teamUuids: readonly string[] | null
}

export async function upsertRule(
  tx: Tx,
  scope: Scope,
  { uuid, whenUnknown, projectUuid, groupUuid, teamUuids: owners, decision, ...content }: StoredRule,
): Promise<void> {
  const row = {
    ...content,
    decision: decision && JSON.stringify(decision),
    when_unknown: whenUnknown,
    project_uuid: projectUuid,
    group_uuid: groupUuid,
    team_uuids: owners && [...owners],
    changed_at: new Date(),
  }
  await tx
    .insertInto('policy_rule')
    .values({ account_uuid: scope.accountUuid, uuid, ...row })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'uuid']).doUpdateSet(row))
    .execute()
}

/** Returns whether the rule existed. */
export async function deleteRule(tx: Tx, scope: Scope, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('policy_rule')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The teams of a new rule: all of the account, or those of the caller. */
export const ownTeams = (scope: Scope): string[] | null => (scope.teams === 'all' ? null : teamUuids(scope))

export type RuleScope = Pick<RuleRow, 'projectUuid' | 'groupUuid' | 'pattern' | 'tags' | 'teamUuids'>

/** Whether the rule is about the project: each of team, project and group narrows it, then pattern or tags. */
export function appliesTo(rule: RuleScope, project: ProjectRow, groupUuids: readonly string[]): boolean {
  const { projectUuid, groupUuid, pattern, tags, teamUuids: owners } = rule
  const isOfTeam = owners === null || (project.teamUuid !== null && owners.includes(project.teamUuid))
  if (!isOfTeam || (groupUuid !== null && !groupUuids.includes(groupUuid))) return false
  if (projectUuid !== null) return projectUuid === project.uuid
  return appliesToProject({ pattern, tags }, project)
}

/** As the engine evaluates it. */
export const engineRule = ({ uuid, name, condition, effect, mode, whenUnknown }: RuleRow): Rule => ({
  uuid,
  name,
  condition,
  effect: effect as Rule['effect'],
  mode: mode as Rule['mode'],
  whenUnknown: whenUnknown as Rule['whenUnknown'],
  file: null,
})
