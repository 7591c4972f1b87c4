import { splitDescriptor } from '../../documents/lockfiles/javascript/npm-package.ts'
import { isRecord, recordOf, textOf } from '../../documents/parsers/json-value.ts'
import { satisfies } from './pick-version.ts'

/** What the root replaces below a package: https://docs.npmjs.com/cli/configuring-npm/package-json#overrides */
export interface OverrideRule {
  name: string
  /** Only requests that could have a version in it; '' for any. */
  range: string
  /** What is asked for instead; '' for nothing. */
  value: string
  /** For what the package requires. */
  inner: readonly OverrideRule[]
}

export function readOverrides(json: Record<string, unknown>): OverrideRule[] {
  const lists = [json['devDependencies'], json['optionalDependencies'], json['dependencies']]
  const own = new Map(lists.flatMap((list) => Object.entries(recordOf(list))))
  const valueOf = (value: unknown) => {
    const text = textOf(value)
    return text.startsWith('$') ? textOf(own.get(text.slice(1))) : text
  }
  const read = (rules: unknown): OverrideRule[] =>
    Object.entries(recordOf(rules)).flatMap(([key, value]) => {
      if (key === '.') return []
      const { name, range } = splitDescriptor(key)
      const inner = isRecord(value) ? read(value) : []
      return [{ name, range, value: valueOf(isRecord(value) ? value['.'] : value), inner }]
    })
  return read(json['overrides'])
}

/** The rules for what a package requires: those that hold for it, and those of the packages above. */
export const rulesBelow = (
  rules: readonly OverrideRule[],
  { name, version }: { name: string; version: string },
): readonly OverrideRule[] => {
  const inner = rules
    .filter((rule) => rule.name === name && (rule.range === '' || satisfies(version, rule.range)))
    .flatMap((rule) => rule.inner)
  return inner.length === 0 ? rules : [...inner, ...rules]
}

/** What is asked for in place of a range; null if nothing replaces it. */
export function overridden(
  rules: readonly OverrideRule[],
  { name, range }: { name: string; range: string },
): string | null {
  const rule = rules.find(
    (each) => each.name === name && each.value !== '' && (each.range === '' || overlaps(each.range, range)),
  )
  return rule?.value ?? null
}

/** Whether the lowest version that a range names is in the other: npm compares whole ranges, which rarely differs. */
const overlaps = (ruleRange: string, range: string): boolean => {
  const named = /\d+(?:\.\d+){0,2}(?:-[\w.-]+)?/.exec(range)?.[0]
  if (named === undefined) return true
  const parts = named.split('.')
  const version = parts.length >= 3 ? named : [...parts, '0', '0'].slice(0, 3).join('.')
  return satisfies(version, ruleRange)
}
