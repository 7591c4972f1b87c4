import { type CompiledRule, compileRule } from './compile-rule.ts'
import type { RuleEffect, RuleSubject } from '../../vocabulary.ts'
import { ownProperty } from '../../own-property.ts'
import type { Rule, RuleHit, RuleResult } from '../rule.ts'
import type { Facts } from './words.ts'

/** A finding, component or scan with its facts. */
export interface Subject extends Pick<RuleHit, 'key' | 'label'> {
  facts: Facts
}

/** Each with the facts of what it belongs to: a finding has those of its component, project and scan. */
export type Subjects = Record<RuleSubject, () => Iterable<Subject>>

export interface EvaluationLimits {
  /** Hits that are listed for each rule; all are counted. */
  maxHits: number
  /** false: the remaining evaluations are left out and reported. */
  hasTimeLeft: () => boolean
}

/** Rules whose hits fail a scan. */
const failing: ReadonlySet<RuleEffect> = new Set(['fail', 'approve'])

/** Evaluates rules with all findings, components or the scan, as their words ask. A bad rule is an issue of its result. */
export function evaluateRules(
  rules: readonly Rule[],
  subjects: Subjects,
  limits: EvaluationLimits,
): RuleResult[] {
  return rules
    .filter(({ mode }) => mode !== 'off')
    .map((rule) => {
      const { rule: compiled, issues } = compileRule(rule.condition)
      const empty = emptyResult(rule)
      if (!compiled) return { ...empty, issues: issues.map(({ message }) => message) }
      return evaluateRule({ rule, compiled, limits }, subjects[compiled.subject]())
    })
}

const emptyResult = ({ uuid, name, kind = 'condition', effect, mode, file }: Rule): RuleResult => ({
  uuid,
  name,
  kind,
  effect,
  mode,
  file,
  hitCount: 0,
  undecidedCount: 0,
  passedUnknown: 0,
  hits: [],
  fails: false,
  issues: [],
})

interface Evaluated {
  rule: Rule
  compiled: CompiledRule
  limits: EvaluationLimits
}

/** Minimum scores name those that are too low: each side of their condition is about one. */
function labelOf(label: string, { rule, facts }: Pick<Evaluated, 'rule'> & { facts: Facts }) {
  if (rule.kind !== 'scores') return label
  const below = rule.condition.split(' || ').flatMap((side) => {
    const [, name = '', minimum] = /^scan\.(\w+) < (\d+)$/.exec(side) ?? []
    const score = ownProperty(facts['scan'] ?? {}, name)
    return typeof score === 'number' && score < Number(minimum) ? [`${name} ${score}`] : []
  })
  return below.join(', ') || label
}

/** How often the clock is asked. */
const checkEvery = 100

function evaluateRule({ rule, compiled, limits }: Evaluated, subjects: Iterable<Subject>): RuleResult {
  const result = emptyResult(rule)
  let count = 0
  for (const { key, label, facts } of subjects) {
    count += 1
    if (count % checkEvery === 0 && !limits.hasTimeLeft()) {
      result.issues.push(`The rule was stopped after ${count - 1} evaluations, as it took too long.`)
      break
    }
    const decision = compiled.decide(facts)
    if (decision.matches === false) continue
    if (decision.matches === null && decision.error !== null && result.issues.length === 0)
      result.issues.push(`${label}: ${decision.error}.`)
    const unknown = decision.matches === null ? decision.unknown : []
    const isUndecided = decision.matches === null
    if (isUndecided && rule.whenUnknown === 'pass') {
      result.passedUnknown += 1
      continue
    }
    result.hitCount += 1
    if (isUndecided) result.undecidedCount += 1
    if (!isUndecided || rule.whenUnknown === 'apply')
      result.fails ||= rule.mode === 'on' && failing.has(rule.effect)
    if (result.hits.length < limits.maxHits)
      result.hits.push({ kind: compiled.subject, key, label: labelOf(label, { rule, facts }), unknown })
  }
  return result
}
