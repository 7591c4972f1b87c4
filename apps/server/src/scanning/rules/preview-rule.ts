import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { RulePreview, RuleResult as WireResult } from '@assay/contract/rules.ts'
import type { Rule, RuleResult } from '@assay/engine/policies/rule.ts'
import type { Outcome } from '@assay/engine/vocabulary.ts'
import { performance } from 'node:perf_hooks'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { ProjectRow } from '#projects/project-store.ts'
import { listRuleResults } from '#scanning/rules/result-store.ts'
import { type EvaluatedScan, evaluateStored } from './evaluate-stored.ts'
import { appliesTo } from './store.ts'
import { countPreviewed, listTargetScans, type StoredScan } from './stored-scan-store.ts'
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
    const scans = await listTargetScans(db, scope, { after, limit: atOnce })
    if (scans.length === 0) return { branches, evaluated: total, total, nextCursor: null }
    branches.push(...(await previewSome(db, scope, { scans, wanted })))
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
  scans: readonly StoredScan[]
  wanted: Wanted
}

async function previewSome(db: Database, scope: Scope, { scans, wanted }: Previewing) {
  const rule: Rule = { ...wanted, uuid: wanted.ruleUuid ?? unsaved, name: '', kind: 'condition', file: null }
  const rulesOf = ({ project, groups }: Pick<EvaluatedScan, 'project' | 'groups'>) =>
    appliesTo({ ...wanted, teamUuids: null }, project, groups.uuids) ? [rule] : []
  const stored = await listRuleResults(
    db,
    scope,
    scans.map(({ scanUuid }) => scanUuid),
  )
  const lines: RulePreview['branches'] = []
  for await (const { scan, project, results } of evaluateStored(db, scope, {
    scans,
    rulesOf,
    maxHits,
    maxMs,
  })) {
    const others = (stored.get(scan.scanUuid) ?? []).filter(({ uuid }) => uuid !== wanted.ruleUuid)
    const line = results[0] && changeOf(scan, project, { result: results[0], others })
    if (line) lines.push(line)
  }
  return lines
}

const unsaved = '00000000-0000-4000-8000-000000000000'

/** null if the rule has no hits there and the outcome stays. */
function changeOf(
  scan: StoredScan,
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
