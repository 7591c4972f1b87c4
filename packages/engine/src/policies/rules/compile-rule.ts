import { isCelError, parse, plan } from '@bufbuild/cel'
import { ruleEnvironment } from './cel-environment.ts'
import { checkWords, type CelExpression, subjectOf, type WordUse } from './check-words.ts'
import { checkTypes } from './check-types.ts'
import type { RuleIssue } from '../rule.ts'
import { ownProperty } from '../../own-property.ts'
import type { RuleSubject } from '../../vocabulary.ts'
import type { Facts } from './words.ts'

/** Characters of a condition. */
export const maxConditionLength = 2000
/** Operators, words and values of a condition. */
export const maxConditionNodes = 400

/** Undecided: words that it needs have no known value, or it failed with these facts. */
export type Decision = { matches: boolean } | { matches: null; unknown: string[]; error: string | null }

export interface CompiledRule {
  subject: RuleSubject
  words: readonly string[]
  decide: (facts: Facts) => Decision
}

/** Parses and checks a condition; the issues say why there is none. Never throws. */
export function compileRule(condition: string): { rule: CompiledRule | null; issues: RuleIssue[] } {
  if (condition.length > maxConditionLength)
    return reject('limit', `A condition has at most ${maxConditionLength} characters.`)
  const parsed = parseCondition(condition)
  if ('issues' in parsed) return { rule: null, issues: parsed.issues }
  const { expression, positions } = parsed
  const at = (id: bigint) => ownProperty(positions, String(id)) ?? 0
  const use = checkWords(expression, { at, maxNodes: maxConditionNodes })
  const issues = use.issues.length > 0 ? use.issues : checkTypes(expression, at)
  if (issues.length > 0) return { rule: null, issues }
  return { rule: planRule(expression, use), issues: [] }
}

type Parsed = { expression: CelExpression; positions: Record<string, number> } | { issues: RuleIssue[] }

function parseCondition(condition: string): Parsed {
  if (condition.trim() === '') return reject('syntax', 'The condition is empty.')
  try {
    const { expr, sourceInfo } = parse(condition)
    return { expression: expr, positions: sourceInfo?.positions ?? {} }
  } catch (error) {
    // Besides syntax errors, the parser exceeds the stack for thousands of parentheses.
    if (!(error instanceof Error) || error instanceof RangeError)
      return reject('limit', 'The condition is nested too deeply.')
    return { issues: [syntaxIssue(error.message, condition)] }
  }
}

const reject = (code: RuleIssue['code'], message: string) => ({
  rule: null,
  issues: [{ code, message, at: 0 }],
})

/** '<input>:1:36: found . but expecting end of input' */
function syntaxIssue(text: string, condition: string): RuleIssue {
  const [, line = '1', column = '1', message = text] = /^[^:]*:(\d+):(\d+):\s*(.*)$/s.exec(text) ?? []
  const before = condition.split('\n').slice(0, Number(line) - 1)
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1
  return { code: 'syntax', message: sentence(message), at: Math.min(Math.max(at, 0), condition.length) }
}

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

function planRule(expression: CelExpression, { words }: WordUse): CompiledRule {
  const run = plan(ruleEnvironment, expression)
  return { subject: subjectOf(words), words, decide: (facts) => decide(run, words, facts) }
}

/** An absent fact makes an error of CEL, which 'false && …' and 'true || …' absorb: this is three-valued logic. */
function decide(run: ReturnType<typeof plan>, words: readonly string[], facts: Facts): Decision {
  const result = runSafely(run, facts)
  if (typeof result === 'boolean') return { matches: result }
  const unknown = words.filter((name) => !isKnown(name, facts))
  return { matches: null, unknown, error: unknown.length > 0 ? null : result }
}

function runSafely(run: ReturnType<typeof plan>, facts: Facts): boolean | string {
  try {
    const result = run(facts)
    if (typeof result === 'boolean') return result
    return isCelError(result) ? result.message : 'The result is neither true nor false'
  } catch (error) {
    return error instanceof Error ? error.message : 'The evaluation failed'
  }
}

function isKnown(name: string, facts: Facts): boolean {
  const [root, field] = name.split('.') as [string, string]
  const known = ownProperty(facts, root)
  return known !== undefined && ownProperty(known, field) !== undefined
}
