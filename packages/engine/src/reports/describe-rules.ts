import type { RuleResult } from '../policies/rule.ts'

/** A policy rule with something to say of the scan. */
export type ReportRule = Pick<
  RuleResult,
  'name' | 'effect' | 'mode' | 'file' | 'fails' | 'hitCount' | 'passedUnknown' | 'issues'
> & { hits: readonly Pick<RuleResult['hits'][number], 'label' | 'unknown'>[] }

export interface RuleLine {
  isFailure: boolean
  /** 'Failed by rule X' */
  title: string
  /** 'CVE-2021-44228 in log4j-core 2.14.1', and what was undecided. */
  details: string[]
}

const maxHits = 10

/** What the rules say, those that fail the scan first; empty without hits. */
export function describeRules({ rules = [] }: { rules?: readonly ReportRule[] }): RuleLine[] {
  const lines = rules
    .filter(({ hitCount, passedUnknown, issues }) => hitCount + passedUnknown + issues.length > 0)
    .map((rule) => ({ isFailure: rule.fails, title: titleOf(rule), details: detailsOf(rule) }))
  return [...lines.filter(({ isFailure }) => isFailure), ...lines.filter(({ isFailure }) => !isFailure)]
}

/** Names of the rules that a finding or its component hits, those that fail the scan first; of the hits that are listed. */
export function rulesOfFinding(
  { rules = [] }: { rules?: readonly ReportRule[] },
  { id, name, version }: { id: string; name: string; version: string },
): string[] {
  const isAbout = (label: string) => label.startsWith(`${id} in ${name} `) || label === `${name} ${version}`
  const hit = rules.filter(({ mode, hits }) => mode === 'on' && hits.some(({ label }) => isAbout(label)))
  return [...hit.filter(({ fails }) => fails), ...hit.filter(({ fails }) => !fails)].map((rule) => rule.name)
}

function titleOf({ name, effect, fails, mode, hitCount, file }: ReportRule): string {
  const of = file === null ? '' : ` of ${file}`
  if (fails) return `Failed by rule ${name}${of}`
  if (hitCount === 0) return `Undecided by rule ${name}${of}`
  const verb = mode === 'log' ? 'Logged' : effect === 'notify' ? 'Notified' : 'Warning'
  return `${verb} by rule ${name}${of}`
}

function detailsOf({ hits, hitCount, passedUnknown, issues }: ReportRule): string[] {
  const shown = hits.slice(0, maxHits)
  return [
    ...shown.map(({ label, unknown }) =>
      unknown.length === 0 ? label : `${label} (undecided: ${unknown.join(', ')} unknown)`,
    ),
    ...(hitCount > shown.length ? [`and ${hitCount - shown.length} more`] : []),
    ...(passedUnknown > 0 ? [`${passedUnknown} undecided: facts are unknown`] : []),
    ...issues,
  ]
}
