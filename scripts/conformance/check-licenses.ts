import { parseExpression } from '../../packages/engine/src/licenses/expression.ts'
import { evaluateLicenses } from '../../packages/engine/src/licenses/verdict.ts'
import { notApplicable, same, type Row, type Verdict } from './row.ts'

/** Whether a list of allowed licenses permits an expression, or whether texts are valid expressions. */
export function checkLicenses({ expr, allow = [], expect, inputs, allValid }: Row): Verdict {
  if (inputs)
    return same(
      allValid,
      inputs.every((text) => parseExpression(text) !== null),
    )
  if (parseExpression(expr!) === null) return same(expect, 'throw')
  if (allow.length === 0) return notApplicable('an empty list permits nothing and is no error')
  if (!allow.every((text) => parseExpression(text)?.kind === 'license')) {
    return notApplicable('an entry that is no license stands for these very words and is no error')
  }
  return same(expect, isPermitted(expr!, allow))
}

function isPermitted(expression: string, licenses: string[]): boolean {
  const policy = { name: 'allowed', mode: 'ALLOW' as const, licenses }
  return evaluateLicenses(0, [{ kind: 'expression', value: expression }], [policy]).violations.length === 0
}
