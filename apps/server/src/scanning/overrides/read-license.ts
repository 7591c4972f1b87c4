import { readDeclared } from '@assay/engine/licenses/declared.ts'
import { licensesOf, printExpression } from '@assay/engine/licenses/expression.ts'
import { evaluateLicenses } from '@assay/engine/licenses/verdict.ts'
import { Problem } from '#platform/http/problem.ts'
import { wireLicense } from './wire-license.ts'

/** Returns the canonical SPDX expression. Throws 400 for an unknown license. */
export function readLicense(text: string): string {
  const expression = readDeclared({ kind: 'expression', value: text })
  const unknown = expression ? licensesOf(expression).find(({ isKnown }) => !isKnown)?.id : text
  if (expression && unknown === undefined) return printExpression(expression)
  throw new Problem(400, 'licenseUnknown', `${unknown} is neither an SPDX id nor a LicenseRef`)
}

/** The license ids in an expression. */
export const licenseIdsOf = (expression: string) =>
  evaluateLicenses(0, [{ kind: 'expression', value: expression }], []).licenses.map(wireLicense)
