import { evaluateRules } from '@assay/engine/policies/rules/evaluate-rules.ts'
import { subjectsOf } from '@assay/engine/policies/rules/facts.ts'
import type { Rule, RuleResult } from '@assay/engine/policies/rule.ts'
import { performance } from 'node:perf_hooks'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ProjectRow } from '#projects/project-store.ts'
import {
  type Compared,
  completeComponents,
  completeFindings,
  isNewFinding,
} from '#scanning/rules/complete-facts.ts'
import { isAnyDirect, listGroupsOf, listTargets, readTarget } from '#scanning/rules/fact-store.ts'
import { appliesTo, engineRule, listRules } from '#scanning/rules/store.ts'
import type { KnownFinding } from './finding-store.ts'
import type { Recorded } from './recorded.ts'

/** Hits of a rule that are stored with a scan. */
export const maxHits = 100
/** Of all rules for one scan. */
const maxEvaluationMs = 5_000

/** Evaluates the rules in force for each scan. A rule that fails makes its outcome FAIL. */
export async function applyRules(
  tx: Tx,
  scope: Scope,
  { all, projects }: { all: readonly Recorded[]; projects: ReadonlyMap<string, ProjectRow> },
): Promise<Recorded[]> {
  const rows = await listRules(tx, scope)
  const hasOwn = all.some(({ result }) => (result.inventory.rules ?? []).length > 0)
  if (!hasOwn && rows.every(({ mode }) => mode === 'off')) return [...all]
  const groupsOf = await listGroupsOf(tx, scope, [...projects.keys()])
  const targets = await listTargets(tx, scope, [...projects.keys()])
  const applied: Recorded[] = []
  for (const recorded of all) {
    const project = projects.get(recorded.branch.projectUuid)
    const groups = groupsOf(recorded.branch.projectUuid)
    const rules = project ? rows.filter((row) => appliesTo(row, project, groups.uuids)).map(engineRule) : []
    rules.push(...(recorded.result.inventory.rules ?? []))
    if (!project || rules.length === 0) applied.push(recorded)
    else
      applied.push(
        withRules(
          recorded,
          await evaluate(tx, scope, {
            recorded,
            project,
            groups: groups.names,
            rules,
            targetUuid: targets.get(project.uuid),
          }),
        ),
      )
  }
  return applied
}

/** With the results, and the outcome that follows from them. */
const withRules = (recorded: Recorded, ruleResults: RuleResult[]): Recorded => {
  const { result } = recorded
  const outcome = ruleResults.some(({ fails }) => fails) ? 'FAIL' : result.outcome
  return {
    ...recorded,
    ruleResults,
    outcomeWithoutRules: result.outcome,
    result: { ...result, outcome },
  }
}

interface Evaluating {
  recorded: Recorded
  project: ProjectRow
  /** Names. */
  groups: readonly string[]
  rules: Rule[]
  targetUuid: string | undefined
}

async function evaluate(
  tx: Tx,
  scope: Scope,
  { recorded, project, groups, rules, targetUuid }: Evaluating,
): Promise<RuleResult[]> {
  const { branch, components, coverage, result } = recorded
  const isTargetBranch = targetUuid === undefined || targetUuid === branch.uuid
  const compared = await compare(tx, scope, {
    recorded,
    rules,
    targetUuid: isTargetBranch ? null : targetUuid,
  })
  const findings = await completeFindings({ db: tx, scope }, findingsOf(recorded), {
    rules,
    isNew: (finding) => isNewFinding(finding, compared),
    projectOf: () => project,
  })
  const rows = components.rows.map(({ violations, sbomFields, ...row }) => ({
    ...row,
    violations: [...new Set(violations.map(({ policy }) => policy))],
    ...(sbomFields?.sureness && { sureness: sbomFields.sureness }),
    introducedNumber: 0,
  }))
  const deadline = performance.now() + maxEvaluationMs
  const scores = result.scores
  return evaluateRules(
    rules,
    subjectsOf({
      now: recorded.now,
      project,
      branch: branch.name,
      isTargetBranch,
      groups,
      coverage: {
        isComplete: coverage.blocking === 0,
        listed: result.inventory.components.length,
        checked: coverage.checkedCount,
      },
      scores: {
        security: coverage.measured.security ? scores.security : null,
        stability: coverage.measured.stability ? scores.stability : null,
        licensing: coverage.measured.licensing ? scores.licensing : null,
      },
      findings,
      components: completeComponents(rows, compared),
    }),
    { maxHits, hasTimeLeft: () => performance.now() < deadline },
  )
}

const findingsOf = ({ branch, result, now }: Recorded) => {
  const number = branch.lastNumber + 1
  const { opened, continued } = result.comparison
  return [
    ...continued.map(({ finding, found }) => {
      const { introducedAt } = finding as KnownFinding
      return { found, introducedAt, introducedNumber: 0 }
    }),
    ...opened.map((found) => ({ found, introducedAt: now, introducedNumber: number })),
  ].map(({ found, ...introduced }) => ({
    ...found,
    ...introduced,
    introducedBy: '',
    isMalware: found.category === 'malware',
    versions: found.versions.map(({ version }) => version),
    isDirect: isAnyDirect(found.versions),
  }))
}

/** With the target branch or, of that branch, with its scan before. */
async function compare(
  tx: Tx,
  scope: Scope,
  {
    recorded: { branch },
    targetUuid,
    rules,
  }: Pick<Evaluating, 'recorded' | 'rules'> & { targetUuid: string | null },
): Promise<Compared> {
  const isAsked = rules.some(({ condition }) => /\.\s*new\b/.test(condition))
  if (!isAsked || (targetUuid === null && branch.last === null)) return { kind: 'first' }
  return { kind: 'other', target: await readTarget(tx, scope, targetUuid ?? branch.uuid) }
}
