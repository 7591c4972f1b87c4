import { checkCvss } from './check-cvss.ts'
import { checkNormalForm, checkOrder } from './check-order.ts'
import { checkPurl } from './check-purl.ts'
import { checkRange } from './check-range.ts'
import { checkVers } from './check-vers.ts'
import { notApplicable, type Row, type Verdict, same } from './row.ts'
import { parseExpression } from '../../packages/engine/src/licenses/expression.ts'
import { evaluateLicenses } from '../../packages/engine/src/licenses/verdict.ts'

/** Runs one case. Its kind depends on its members, not on the name of its file. */
export function check(row: Row): Verdict {
  if (row.suite.startsWith('purl-spec/')) return checkPurl(row)
  if (row.suite.startsWith('vers-spec/')) return checkVers(row)
  if (row.vector !== undefined) return checkCvss(row)
  if (row.expr !== undefined || row.inputs !== undefined) return checkLicenses(row)
  if (row.range !== undefined || row.spec !== undefined) return checkRange(row)
  if (row.normalized !== undefined || row.op === 'norm') return checkNormalForm(row)
  return row.op === undefined ? notApplicable('a kind of case that is not known') : checkOrder(row)
}

/** Whether a list of allowed licenses permits an expression, or whether texts are valid expressions. */
function checkLicenses({ expr, allow = [], expect, inputs, allValid }: Row): Verdict {
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
