import type { DeclaredLicense } from '../inventory.ts'
import type { LicensePolicy, LicenseVerdict } from '../scan-result.ts'
import { readDeclared } from './declared.ts'
import { licensesOf, parseExpression, printExpression } from './expression.ts'
import type { Expression, License } from './expression.ts'
import { choicesOf } from './family.ts'
import type { Choices } from './family.ts'

/** The entries of a policy by license family. */
type Entries = ReadonlyMap<string, Choices[]>

const entriesOfPolicy = new WeakMap<LicensePolicy, Entries>()

/**
 * Evaluates a component's declared licenses against the policies. Several declared licenses all apply: CycloneDX leaves
 * this open (https://github.com/CycloneDX/specification/issues/349), and the stricter interpretation hides nothing.
 * A component without a license violates what allows only listed ones, unless the policy says otherwise.
 */
export function evaluateLicenses(
  component: number,
  declared: readonly DeclaredLicense[],
  policies: readonly LicensePolicy[],
): LicenseVerdict {
  const expressions = declared.map(readDeclared).filter((expression) => expression !== null)
  const violations = policies.flatMap((policy) =>
    findViolations(expressions, policy).map((license) => ({ policy: policy.name, license })),
  )
  const licenses = listLicenses(expressions)
  return { component, licenses, violations, warning: findWarning(expressions, policies) }
}

function findViolations(expressions: readonly Expression[], policy: LicensePolicy): string[] {
  if (expressions.length === 0) return deniesUnknown(policy) ? [''] : []
  return [...new Set(expressions.flatMap((expression) => findViolating(expression, policy)))]
}

function findWarning(
  expressions: readonly Expression[],
  policies: readonly LicensePolicy[],
): LicenseVerdict['warning'] {
  if (expressions.length === 0) return 'undeclared'
  const isUnchecked = (policy: LicensePolicy) =>
    expressions.some((expression) => !isSurelyPermitted(expression, policy)) &&
    findViolations(expressions, policy).length === 0
  return policies.some(isUnchecked) ? 'unrecognized' : null
}

const deniesUnknown = ({ mode, denyUnknown = true }: LicensePolicy) => mode === 'ALLOW' && denyUnknown

/** Whether recognized licenses alone permit it. Text that an ALLOW policy lists needs no recognition. */
function isSurelyPermitted(expression: Expression, policy: LicensePolicy): boolean {
  if (expression.kind !== 'license') {
    const isSure = (operand: Expression) => isSurelyPermitted(operand, policy)
    return expression.kind === 'and' ? expression.operands.every(isSure) : expression.operands.some(isSure)
  }
  return isPermittedByList(expression, policy) && (expression.isKnown || policy.mode === 'ALLOW')
}

function listLicenses(expressions: readonly Expression[]): string[] {
  const licenses = expressions.flatMap(licensesOf)
  const known = licenses.filter(({ isKnown }) => isKnown)
  const unknown = licenses.filter(({ isKnown }) => !isKnown)
  return [...new Set([...known, ...unknown].map(printExpression))]
}

/** The parts that violate the policy; for a choice without a permitted license, the whole choice. */
function findViolating(expression: Expression, policy: LicensePolicy): string[] {
  if (expression.kind === 'license') {
    return isPermitted(expression, policy) ? [] : [printExpression(expression)]
  }
  const parts = expression.operands.map((operand) => findViolating(operand, policy))
  if (expression.kind === 'and') return parts.flat()
  return parts.some((part) => part.length === 0) ? [] : [printExpression(expression)]
}

const isPermitted = (license: License, policy: LicensePolicy): boolean =>
  isPermittedByList(license, policy) ||
  (policy.mode === 'ALLOW' && !license.isKnown && !deniesUnknown(policy))

function isPermittedByList(license: License, policy: LicensePolicy): boolean {
  const { family, versions, exception } = choicesOf(license)
  const entries = readEntries(policy).get(family) ?? []
  return versions.some((version) => {
    const listed = entries.filter((entry) => entry.versions.includes(version))
    // Exceptions cannot be evaluated automatically: only listed ones are allowed, or denied.
    return policy.mode === 'ALLOW'
      ? listed.some((entry) => entry.exception === exception)
      : !listed.some((entry) => entry.exception === null || entry.exception === exception)
  })
}

function readEntries(policy: LicensePolicy): Entries {
  const known = entriesOfPolicy.get(policy)
  if (known) return known
  const entries = new Map<string, Choices[]>()
  for (const text of policy.licenses) {
    const choices = choicesOf(readEntry(text))
    entries.set(choices.family, [...(entries.get(choices.family) ?? []), choices])
  }
  entriesOfPolicy.set(policy, entries)
  return entries
}

/** Text that is not SPDX matches licenses declared with exactly the same text. */
function readEntry(text: string): License {
  const expression = parseExpression(text)
  if (expression?.kind === 'license') return expression
  return { kind: 'license', id: text.trim(), orLater: false, exception: null, isKnown: false }
}
