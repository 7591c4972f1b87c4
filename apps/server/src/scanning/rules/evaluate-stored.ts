import { evaluateRules } from '@assay/engine/policies/rules/evaluate-rules.ts'
import { type ScanFacts, subjectsOf } from '@assay/engine/policies/rules/facts.ts'
import { qualityOf } from '@assay/engine/quality/sbom-lacks.ts'
import type { Rule, RuleResult } from '@assay/engine/policies/rule.ts'
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { findProjects, type ProjectRow } from '#projects/project-store.ts'
import { completeComponents, completeFindings, isNewFinding } from './complete-facts.ts'
import {
  type GroupsOfProject,
  type KnownOfBranch,
  listComponents,
  listFindings,
  listGroupsOf,
  listUploads,
  readKnown,
} from './fact-store.ts'
import type { StoredScan } from './stored-scan-store.ts'

interface OfProject {
  project: ProjectRow
  groups: GroupsOfProject
}

interface Evaluating {
  scans: readonly StoredScan[]
  /** A scan without rules is left out. */
  rulesOf: (of: OfProject) => readonly Rule[]
  maxHits: number
  /** For each scan. */
  maxMs: number
}

export interface EvaluatedScan extends OfProject {
  scan: StoredScan
  results: RuleResult[]
}

/** Evaluates rules with what is stored of last scans, one after the other: others have their turn in between. */
export async function* evaluateStored(
  db: Database,
  scope: Scope,
  { scans, rulesOf, maxHits, maxMs }: Evaluating,
): AsyncGenerator<EvaluatedScan> {
  const projects = await findProjects(
    db,
    scope,
    scans.map(({ projectUuid }) => projectUuid),
  )
  const groupsOf = await listGroupsOf(db, scope, [...projects.keys()])
  const asked = scans.flatMap((scan) => {
    const project = projects.get(scan.projectUuid)
    if (!project) return []
    const of = { project, groups: groupsOf(project.uuid) }
    const rules = rulesOf(of)
    return rules.length === 0 ? [] : [{ scan, rules, ...of }]
  })
  const factsOf = await readFacts(db, scope, asked)
  for (const { scan, rules, ...of } of asked) {
    await setImmediate()
    const deadline = performance.now() + maxMs
    const limits = { maxHits, hasTimeLeft: () => performance.now() < deadline }
    yield { scan, ...of, results: evaluateRules(rules, subjectsOf(factsOf({ scan, ...of })), limits) }
  }
}

type OfScan = OfProject & { scan: StoredScan }

async function readFacts(
  db: Database,
  scope: Scope,
  asked: readonly (OfScan & { rules: readonly Rule[] })[],
): Promise<(of: OfScan) => ScanFacts> {
  const rules = [...new Set(asked.flatMap((each) => each.rules))]
  const asks = (word: RegExp) => rules.some(({ condition }) => word.test(condition))
  const uuids = asked.map(({ scan }) => scan.branchUuid)
  const known = asks(/\.\s*new\b/) ? await readCompared(db, scope, asked) : () => null
  const projectOf = new Map(asked.map(({ scan, project }) => [scan.branchUuid, project]))
  const findings = await completeFindings(
    { db, scope },
    asks(/\bfinding/) ? await listFindings(db, scope, uuids) : [],
    {
      rules,
      isNew: (finding) => isNewFinding(finding, known(finding.branchUuid)),
      projectOf: ({ branchUuid }) => projectOf.get(branchUuid)!,
    },
  )
  const components = asks(/\b(?:component|license)\s*\./) ? await listComponents(db, scope, uuids) : []
  const findingsOf = Map.groupBy(findings, ({ branchUuid }) => branchUuid)
  const componentsOf = Map.groupBy(components, ({ branchUuid }) => branchUuid)
  return ({ scan, project, groups }) => ({
    now: Date.now(),
    project,
    branch: scan.branch,
    isTargetBranch: scan.branchUuid === scan.targetUuid,
    groups: groups.names,
    coverage: { isComplete: scan.blocking === 0, listed: scan.listed, checked: scan.checked },
    sbom: qualityOf(scan.documents),
    scores: { security: scan.security, stability: scan.stability, licensing: scan.licensing },
    findings: findingsOf.get(scan.branchUuid) ?? [],
    components: completeComponents(componentsOf.get(scan.branchUuid) ?? [], known(scan.branchUuid)),
  })
}

/** What a branch is compared with: the target branch or, of that branch, what it had before its last upload. */
async function readCompared(
  db: Database,
  scope: Scope,
  asked: readonly OfScan[],
): Promise<(branchUuid: string) => KnownOfBranch | null> {
  const isTarget = ({ scan }: OfScan) => scan.branchUuid === scan.targetUuid
  const own = await listUploads(
    db,
    scope,
    asked.filter(isTarget).map(({ scan }) => scan.branchUuid),
  )
  const targets = [...new Set(asked.filter((each) => !isTarget(each)).map(({ scan }) => scan.targetUuid))]
  const before = await readKnown(db, scope, own)
  const now = await readKnown(
    db,
    scope,
    targets.map((branchUuid) => ({ branchUuid, before: null })),
  )
  const targetOf = new Map(asked.map(({ scan }) => [scan.branchUuid, scan.targetUuid]))
  return (branchUuid) => {
    const targetUuid = targetOf.get(branchUuid)
    return (targetUuid === branchUuid ? before : now).get(targetUuid ?? '') ?? null
  }
}
