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
 * Without a license there is a warning but no violation.
 */
export function evaluateLicenses(
  component: number,
  declared: readonly DeclaredLicense[],
  policies: readonly LicensePolicy[],
): LicenseVerdict {
  const expressions = declared.map(readDeclared).filter((expression) => expression !== null)
  const violations = policies.flatMap((policy) => {
    const violating = new Set(expressions.flatMap((expression) => findViolating(expression, policy)))
    return [...violating].map((license) => ({ policy: policy.name, license }))
  })
  const warning = expressions.length === 0 ? 'undeclared' : null
  return { component, licenses: listLicenses(expressions), violations, warning }
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

function isPermitted(license: License, policy: LicensePolicy): boolean {
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
