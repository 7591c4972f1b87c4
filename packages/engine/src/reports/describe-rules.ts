import type { RuleKind } from '../vocabulary.ts'
import { builtInRules } from './built-in-rules.ts'
import { rulePage } from './rule-page.ts'
import type { ReportRule, ScanReport } from './scan-report.ts'

export interface RuleLine {
  kind: RuleKind
  isFailure: boolean
  /** 'Failed by rule X', 'Failed by license policy X' */
  title: string
  /** 'CVE-2021-44228 in log4j-core 2.14.1', and what was undecided. */
  details: string[]
  /** What it hits, on the server; null without one. */
  page: string | null
}

const maxHits = 10

type Ruled = Pick<
  ScanReport,
  'rules' | 'scores' | 'minimumScores' | 'measured' | 'components' | 'reportUrl' | 'project'
>

/** What minimum scores, license policies and rules say, those that fail the scan first; empty without hits. */
export function describeRules(report: Ruled): RuleLine[] {
  const lines = [...builtInRules(report), ...(report.rules ?? [])]
    .filter(({ hitCount, passedUnknown, issues }) => hitCount + passedUnknown + issues.length > 0)
    .map((rule) => ({
      kind: rule.kind ?? 'condition',
      isFailure: rule.fails,
      title: titleOf(rule),
      details: detailsOf(rule),
      page: rulePage(report, rule),
    }))
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

function titleOf({ effect, fails, mode, hitCount, passedUnknown, ...rule }: ReportRule): string {
  const name = nameOf(rule)
  if (fails) return `Failed by ${name}`
  if (hitCount === 0) return passedUnknown > 0 ? `Undecided by ${name}` : `Not evaluated: ${name}`
  const verb = mode === 'log' ? 'Logged' : effect === 'notify' ? 'Notified' : 'Warning'
  return `${verb} by ${name}`
}

function nameOf({ kind, name, file }: Pick<ReportRule, 'kind' | 'name' | 'file'>): string {
  if (kind === 'scores') return 'minimum scores'
  if (kind === 'licenses') return `license policy ${name}`
  return `rule ${name}${file === null ? '' : ` of ${file}`}`
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
