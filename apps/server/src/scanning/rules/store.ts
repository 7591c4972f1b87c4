import type { ProjectMinimums } from '@assay/contract/projects.ts'
import type { PolicyRule } from '@assay/contract/rules.ts'
import { conditionOfLicenses, conditionOfMinimums } from '@assay/engine/policies/built-in-conditions.ts'
import { appliesToProject } from '@assay/engine/policies/project-pattern.ts'
import type { Rule } from '@assay/engine/policies/rule.ts'
import type { RuleKind } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { collectPages, maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { anyProjectInScope, ofNoDeletedProject, ruleInScope } from '#projects/in-scope-store.ts'
import type { ProjectRow } from '#projects/project-store.ts'

type RuleDecision = NonNullable<PolicyRule['decision']>

const columns = [
  ...([
    'uuid',
    'kind',
    'licenses',
    'name',
    'description',
    'condition',
    'effect',
    'mode',
    'pattern',
    'tags',
  ] as const),
  ...(['when_unknown as whenUnknown', 'project_uuid as projectUuid', 'team_uuids as teamUuids'] as const),
  ...(['group_uuid as groupUuid', 'license_mode as licenseMode', 'deny_unknown as denyUnknown'] as const),
  ...(['created_at as createdAt', 'changed_at as changedAt'] as const),
] as const

/** Of the account and of the teams and projects in scope. */
const rulesOf = (db: Database, scope: Scope) =>
  db
    .selectFrom('policy')
    .select([...columns])
    .select(sql<Partial<ProjectMinimums>>`minimums`.as('minimums'))
    .select(sql<RuleDecision | null>`decision`.as('decision'))
    .select(sql<PolicyRule['notify']>`notify`.as('notify'))
    .where('account_uuid', '=', scope.accountUuid)
    .where(ruleInScope(scope))
    .where(ofNoDeletedProject(scope, 'policy.project_uuid'))
    .where(sql<boolean>`(project_uuid is null or exists (
      select from project where project.account_uuid = policy.account_uuid
        and project.uuid = policy.project_uuid and ${anyProjectInScope(scope)}))`)

export type RuleRow = NonNullable<Awaited<ReturnType<typeof findRule>>>

/** By name. */
export const rulePages = (db: Database, scope: Scope, kind: RuleKind | null = null) =>
  readPages((after: RuleRow | undefined) =>
    readPage<RuleRow>(db, {
      query: rulesOf(db, scope)
        .$if(kind !== null, (query) => query.where('kind', '=', kind!))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(name, uuid) > (${after!.name}, ${after!.uuid}::uuid)`),
        )
        .orderBy('name')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`name, uuid`,
    }),
  )

/** License policies, by name. */
export const policyPages = (db: Database, scope: Scope) => rulePages(db, scope, 'licenses')

export const listRules = (db: Database, scope: Scope): Promise<RuleRow[]> =>
  collectPages(rulePages(db, scope))

/** Of all accounts, conditions that are in force. */
export const listConditions = (tx: Tx) =>
  tx
    .selectFrom('policy')
    .select(['account_uuid as accountUuid', 'condition'])
    .where('kind', '=', 'condition')
    .where('mode', '<>', 'off')
    .orderBy('account_uuid')
    .execute()

export const findRule = (db: Database, scope: Scope, uuid: string) =>
  rulesOf(db, scope).where('uuid', '=', uuid).executeTakeFirst()

/** The rule, locked until the transaction ends. */
export const lockRule = (tx: Tx, scope: Scope, uuid: string) =>
  rulesOf(tx, scope).where('uuid', '=', uuid).forUpdate().executeTakeFirst()

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

/** What a rule is evaluated by: its own text, or what its list of licenses or its minimum scores say. */
export function conditionOf({ kind, name, condition, minimums }: Conditional): string {
  if (kind === 'scores') return conditionOfMinimums(minimums)
  return kind === 'licenses' ? conditionOfLicenses(name) : condition
}

type Conditional = Pick<RuleRow, 'kind' | 'name' | 'condition' | 'minimums'>

/** As the engine evaluates it. */
export const engineRule = ({ effect, mode, uuid, name, whenUnknown, ...rule }: RuleRow): Rule => ({
  uuid,
  name,
  kind: rule.kind as RuleKind,
  condition: conditionOf({ name, ...rule }),
  effect: effect as Rule['effect'],
  mode: mode as Rule['mode'],
  whenUnknown: whenUnknown as Rule['whenUnknown'],
  file: null,
})
