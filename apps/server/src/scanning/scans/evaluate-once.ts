import { compareWithOpen, type Evaluation, evaluateInventory } from '@assay/engine/scan.ts'
import type { Inventory, Issue } from '@assay/engine/inventory.ts'
import type { ScanResult } from '@assay/engine/scan-result.ts'
import { type StoredComponents, storedComponents } from './component-rows.ts'
import type { RecordedCoverage } from './coverage-facts.ts'
import type { Knowledge } from './read-knowledge.ts'
import type { RulesOfScan } from './read-rules.ts'
import type { AppliedVex } from './read-vex-of.ts'
import { recordedCoverage } from './recorded-coverage.ts'
import { type LockedBranch, previousStateOf } from './store.ts'

interface Evaluating {
  inventory: Inventory
  issues: Issue[]
  knowledge: Knowledge
  maxAdvisoryAgeMs: number
  /** Epoch ms. */
  now: number
}

interface Evaluated {
  evaluation: Evaluation
  components: StoredComponents
  coverage: RecordedCoverage
}

interface OfBranch {
  branch: LockedBranch
  rules: RulesOfScan
  vex: AppliedVex
}

/** Evaluates one inventory, once for all branches with equal rules and statements. */
export function evaluateOnce(
  evaluating: Evaluating,
): (of: OfBranch) => Omit<Evaluated, 'evaluation'> & { result: ScanResult } {
  const known = new Map<AppliedVex, Map<string, Evaluated>>()
  const { inventory, knowledge, now } = evaluating
  return ({ branch, rules, vex }) => {
    const byRules = known.get(vex) ?? new Map<string, Evaluated>()
    known.set(vex, byRules)
    const key = JSON.stringify(rules)
    const { evaluation, ...stored } = byRules.get(key) ?? evaluate(evaluating, rules, vex)
    byRules.set(key, { evaluation, ...stored })
    const { ownIndexes } = knowledge
    const open = { inventory, indexes: knowledge.indexes.get, ownIndexes, now, ...previousStateOf(branch) }
    return { ...stored, result: { ...evaluation, comparison: compareWithOpen(open, evaluation) } }
  }
}

function evaluate(
  { inventory, issues, knowledge, maxAdvisoryAgeMs, now }: Evaluating,
  rules: RulesOfScan,
  { matched: _matched, ...vex }: AppliedVex,
): Evaluated {
  const { indexes, ownIndexes, completeData, eolDates, releasesOf, advisoryData } = knowledge
  const evaluation = evaluateInventory({
    inventory,
    issues,
    indexes: indexes.get,
    ownIndexes,
    completeData,
    ...vex,
    now,
    eolDates,
    releasesOf,
    rules,
  })
  const { coverageStrictness } = rules
  return {
    evaluation,
    components: storedComponents(evaluation),
    coverage: recordedCoverage({
      result: evaluation,
      advisoryData,
      maxAdvisoryAgeMs,
      coverageStrictness,
      now,
    }),
  }
}
