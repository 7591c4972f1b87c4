import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { RulePreview, RuleResult as WireResult } from '@assay/contract/rules.ts'
import { evaluateRules } from '@assay/engine/policies/rules/evaluate-rules.ts'
import { type ScanFacts, subjectsOf } from '@assay/engine/policies/rules/facts.ts'
import type { Rule, RuleResult } from '@assay/engine/policies/rule.ts'
import type { Outcome } from '@assay/engine/vocabulary.ts'
import { performance } from 'node:perf_hooks'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { findProjects, type ProjectRow } from '#projects/project-store.ts'
import { listRuleResults } from '#scanning/rules/result-store.ts'
import { completeComponents, completeFindings, isNewFinding } from './complete-facts.ts'
import { listComponents, listFindings, listGroupsOf } from './fact-store.ts'
import { countPreviewed, listPreviewed, type PreviewedScan } from './preview-store.ts'
import { appliesTo } from './store.ts'
import { wireResult } from './wire-result.ts'

type Wanted = ParsedInput<typeof contract.rules.preview>['body']

/** Projects read at once, and the time after which the answer names where to go on. */
const atOnce = 50
const maxMs = 2_000
/** Listed hits of each branch. */
const maxHits = 20

/** Evaluates a rule with the last scans of target branches, for as long as an answer may take. */
export async function previewRule(db: Database, scope: Scope, wanted: Wanted): Promise<RulePreview> {
  const deadline = performance.now() + maxMs
  const total = await countPreviewed(db, scope)
  const start = readCursor(wanted.cursor)
  let { after, evaluated } = start
  const branches: RulePreview['branches'] = []
  while (evaluated === start.evaluated || performance.now() < deadline) {
    const scans = await listPreviewed(db, scope, { after, limit: atOnce })
    if (scans.length === 0) return { branches, evaluated: total, total, nextCursor: null }
    branches.push(...(await previewSome(db, scope, { scans, wanted, deadline })))
    evaluated = Math.min(evaluated + scans.length, total)
    after = scans.at(-1)!.projectUuid
    if (scans.length < atOnce) return { branches, evaluated: total, total, nextCursor: null }
  }
  return { branches, evaluated, total, nextCursor: `${evaluated} ${after}` }
}

/** '150 6f1c…': projects evaluated so far, and the last of them. */
function readCursor(cursor: string | null): { evaluated: number; after: string | null } {
  const [, count, uuid] = /^(\d{1,9}) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor ?? '') ?? []
  return { evaluated: Number(count ?? 0), after: uuid ?? null }
}

interface Previewing {
  scans: readonly PreviewedScan[]
  wanted: Wanted
  deadline: number
}

async function previewSome(db: Database, scope: Scope, { scans, wanted, deadline }: Previewing) {
  const projects = await findProjects(
    db,
    scope,
    scans.map(({ projectUuid }) => projectUuid),
  )
  const groupsOf = await listGroupsOf(db, scope, [...projects.keys()])
  const concerned = scans.filter(({ projectUuid }) => {
    const project = projects.get(projectUuid)
    return (
      project !== undefined &&
      appliesTo({ ...wanted, teamUuids: null }, project, groupsOf(project.uuid).uuids)
    )
  })
  const branchUuids = concerned.map(({ branchUuid }) => branchUuid)
  const usesComponents = /\b(?:component|license)\s*\./.test(wanted.condition)
  const rule: Rule = { ...wanted, uuid: wanted.ruleUuid ?? unsaved, name: '', kind: 'condition', file: null }
  const findings = Map.groupBy(
    await completed(db, scope, { scans: concerned, rule, projects }),
    ({ branchUuid }) => branchUuid,
  )
  const components = Map.groupBy(
    usesComponents ? await listComponents(db, scope, branchUuids) : [],
    ({ branchUuid }) => branchUuid,
  )
  const stored = await listRuleResults(
    db,
    scope,
    concerned.map(({ scanUuid }) => scanUuid),
  )
  return concerned.flatMap((scan) => {
    const project = projects.get(scan.projectUuid)!
    const [result] = evaluateRules(
      [rule],
      subjectsOf({
        ...scanFacts(scan, project),
        groups: groupsOf(project.uuid).names,
        findings: findings.get(scan.branchUuid) ?? [],
        components: completeComponents(components.get(scan.branchUuid) ?? [], comparedOf(scan)),
      }),
      { maxHits, hasTimeLeft: () => performance.now() < deadline + maxMs },
    )
    const others = (stored.get(scan.scanUuid) ?? []).filter(({ uuid }) => uuid !== wanted.ruleUuid)
    const line = result && changeOf(scan, project, { result, others })
    return line ? [line] : []
  })
}

const unsaved = '00000000-0000-4000-8000-000000000000'

const comparedOf = ({ number }: PreviewedScan) =>
  number === 1 ? ({ kind: 'first' } as const) : ({ kind: 'target', lastNumber: number } as const)

interface Completing {
  scans: readonly PreviewedScan[]
  rule: Rule
  projects: ReadonlyMap<string, ProjectRow>
}

async function completed(db: Database, scope: Scope, { scans, rule, projects }: Completing) {
  const compared = new Map(scans.map((scan) => [scan.branchUuid, comparedOf(scan)]))
  const projectOf = new Map(scans.map((scan) => [scan.branchUuid, projects.get(scan.projectUuid)!]))
  const stored = rule.condition.includes('finding')
    ? await listFindings(
        db,
        scope,
        scans.map(({ branchUuid }) => branchUuid),
      )
    : []
  return completeFindings({ db, scope }, stored, {
    rules: [rule],
    isNew: (finding) => isNewFinding(finding, compared.get(finding.branchUuid)!),
    projectOf: ({ branchUuid }) => projectOf.get(branchUuid)!,
  })
}

type Shared = Omit<ScanFacts, 'findings' | 'components' | 'groups'>

const scanFacts = (scan: PreviewedScan, project: ProjectRow): Shared => ({
  now: Date.now(),
  project,
  branch: scan.branch,
  isTargetBranch: true,
  coverage: { isComplete: scan.blocking === 0, listed: scan.listed, checked: scan.checked },
  scores: { security: scan.security, stability: scan.stability, licensing: scan.licensing },
})

/** null if the rule has no hits there and the outcome stays. */
function changeOf(
  scan: PreviewedScan,
  project: ProjectRow,
  { result, others }: { result: RuleResult; others: readonly RuleResult[] },
): RulePreview['branches'][number] | null {
  const before = scan.outcome as Outcome
  const base = (scan.outcomeWithoutRules ?? scan.outcome) as Outcome
  const after = result.fails || others.some(({ fails }) => fails) ? 'FAIL' : base
  if (result.hitCount === 0 && result.issues.length === 0 && after === before) return null
  const wire: WireResult = wireResult(result)
  return {
    projectUuid: project.uuid,
    project: project.name,
    branch: scan.branch,
    before,
    after,
    result: wire,
  }
}
