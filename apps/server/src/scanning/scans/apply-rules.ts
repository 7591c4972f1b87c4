import { evaluateRules } from '@assay/engine/policies/rules/evaluate-rules.ts'
import { subjectsOf } from '@assay/engine/policies/rules/facts.ts'
import type { Rule, RuleResult } from '@assay/engine/policies/rule.ts'
import type { Component } from '@assay/engine/inventory.ts'
import { documentsOf } from '@assay/engine/lifetimes/scanned-documents.ts'
import { qualityOf } from '@assay/engine/quality/sbom-lacks.ts'
import { performance } from 'node:perf_hooks'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ProjectRow } from '#projects/project-store.ts'
import { completeComponents, completeFindings, isNewFinding } from '#scanning/rules/complete-facts.ts'
import {
  isAnyDirect,
  type KnownOfBranch,
  listGroupsOf,
  listTargets,
  listUploads,
  readKnown,
} from '#scanning/rules/fact-store.ts'
import { maxStoredHits } from '#scanning/rules/result-store.ts'
import { rulesInForce } from '#scanning/rules/rules-in-force.ts'
import type { RuleRow } from '#scanning/rules/store.ts'
import type { KnownFinding } from './finding-store.ts'
import type { Recorded } from './recorded.ts'

/** Of all rules for one scan. */
const maxEvaluationMs = 5_000

/** Evaluates the rules in force for each scan. A rule that fails makes its outcome FAIL. */
export async function applyRules(
  tx: Tx,
  scope: Scope,
  {
    all,
    projects,
    rows,
  }: { all: readonly Recorded[]; projects: ReadonlyMap<string, ProjectRow>; rows: readonly RuleRow[] },
): Promise<Recorded[]> {
  const groupsOf = await listGroupsOf(tx, scope, [...projects.keys()])
  const targets = await listTargets(tx, scope, [...projects.keys()])
  const applied: Recorded[] = []
  for (const recorded of all) {
    const project = projects.get(recorded.branch.projectUuid)
    const groups = groupsOf(recorded.branch.projectUuid)
    if (!project) applied.push(recorded)
    else {
      const { minimumScores: minimums } = recorded
      const rules = [
        ...rulesInForce(rows, { project, groupUuids: groups.uuids, minimums, turnedOff: recorded.turnedOff }),
        ...(recorded.result.inventory.rules ?? []),
      ]
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
  }
  return applied
}

/** With the results, and the outcome that follows from them. */
const withRules = (recorded: Recorded, all: RuleResult[]): Recorded => {
  const ruleResults = all.filter(
    ({ kind, hitCount, issues }) => kind === 'condition' || hitCount + issues.length > 0,
  )
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
  const asksFindings = rules.some(({ condition }) => condition.includes('finding'))
  const findings = await completeFindings({ db: tx, scope }, asksFindings ? findingsOf(recorded) : [], {
    rules,
    isNew: (finding) => isNewFinding(finding, compared),
    projectOf: () => project,
  })
  const isExcluded = excludedFromLicensing(result)
  const rows = components.rows.map(({ violations, sbomFields, ...row }) => ({
    ...row,
    violations: isExcluded(row) ? [] : [...new Set(violations.map(({ policy }) => policy))],
    ...(sbomFields?.sureness && { sureness: sbomFields.sureness }),
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
      sbom: qualityOf(documentsOf(result.inventory)),
      scores: {
        security: coverage.measured.security ? scores.security : null,
        stability: coverage.measured.stability ? scores.stability : null,
        licensing: coverage.measured.licensing ? scores.licensing : null,
      },
      findings,
      components: completeComponents(rows, compared),
    }),
    { maxHits: maxStoredHits, hasTimeLeft: () => performance.now() < deadline },
  )
}

type Named = Pick<Component, 'name' | 'version'>

function excludedFromLicensing({ licenses, inventory }: Recorded['result']): (row: Named) => boolean {
  const keyOf = ({ name, version }: Named) => `${name} ${version}`
  const excluded = licenses.filter(({ exclusionUuid }) => exclusionUuid !== null)
  const keys = new Set(excluded.map(({ component }) => keyOf(inventory.components[component]!)))
  return (row) => keys.has(keyOf(row))
}

const findingsOf = ({ result, now }: Recorded) => {
  const { opened, continued } = result.comparison
  return [
    ...continued.map(({ finding, found }) => ({
      found,
      introducedAt: (finding as KnownFinding).introducedAt,
    })),
    ...opened.map((found) => ({ found, introducedAt: now })),
  ].map(({ found, introducedAt }) => ({
    ...found,
    introducedAt,
    isMalware: found.category === 'malware',
    versions: found.versions.map(({ version }) => version),
    isDirect: isAnyDirect(found.versions),
  }))
}

/** With the target branch or, of that branch, with its scan before; a rescan with what was before the upload. */
async function compare(
  tx: Tx,
  scope: Scope,
  {
    recorded: { branch, build },
    targetUuid,
    rules,
  }: Pick<Evaluating, 'recorded' | 'rules'> & { targetUuid: string | null },
): Promise<KnownOfBranch | null> {
  const isAsked = rules.some(({ condition }) => /\.\s*new\b/.test(condition))
  if (!isAsked || (targetUuid === null && branch.last === null)) return null
  const own = build.source === 'rescan' ? await listUploads(tx, scope, [branch.uuid]) : []
  const compared = targetUuid === null ? own[0] : undefined
  const branchUuid = targetUuid ?? branch.uuid
  return (await readKnown(tx, scope, [compared ?? { branchUuid, before: null }])).get(branchUuid) ?? null
}
