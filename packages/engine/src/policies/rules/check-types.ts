import { isCelError, plan } from '@bufbuild/cel'
import { ruleEnvironment } from './cel-environment.ts'
import type { CelExpression } from './check-words.ts'
import type { RuleIssue } from '../rule.ts'
import { exampleFacts } from './words.ts'

/** Logical operators would hide a mistake in one of their sides: each side is evaluated on its own. */
const logical = new Set(['_&&_', '_||_', '!_'])

/** Mistakes of type, found by evaluating each part of a condition with example facts. */
export function checkTypes(expression: CelExpression, at: (id: bigint) => number): RuleIssue[] {
  const { exprKind: kind } = expression
  if (kind.case === 'callExpr' && logical.has(kind.value.function))
    return kind.value.args.flatMap((side) => checkTypes(side, at))
  if (kind.case === 'callExpr' && kind.value.function === '_?_:_')
    return kind.value.args.flatMap((side) => checkTypes(side, at))
  const result = evaluate(expression)
  if (typeof result === 'boolean') return []
  const message = typeof result === 'string' ? result : 'This is neither true nor false.'
  return [{ code: 'type', message, at: at(expression.id) }]
}

const facts = exampleFacts()

/** true or false, a message, or null for a value of another type. */
function evaluate(expression: CelExpression): boolean | string | null {
  try {
    const result: unknown = plan(ruleEnvironment, expression)(facts)
    if (typeof result === 'boolean') return result
    return isCelError(result) ? describe(result.message) : null
  } catch (error) {
    return error instanceof Error ? describe(error.message) : null
  }
}

/** "found no matching overload for '_>_' applied to '(string, int)'" */
function describe(text: string): string {
  const [, name, types] =
    /^found no matching overload for '([^']+)' applied to '\(([^)]*)\)'$/.exec(text) ?? []
  if (name === undefined) return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
  const operator = name.replaceAll('_', ' ').replace('@', '').trim()
  return `'${operator}' does not take ${types!.replaceAll('double', 'number').split(', ').join(' and ')}.`
}
