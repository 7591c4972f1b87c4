import { domains } from '../vocabulary.ts'
import type { ReportRule, ScanReport } from './scan-report.ts'

type Measured = Pick<ScanReport, 'scores' | 'minimumScores' | 'measured' | 'components'>

/** What minimum scores and license policies say of a scan, each as a rule with its hits. */
export const builtInRules = (report: Measured): ReportRule[] => [
  ...minimums(report),
  ...licensePolicies(report),
]

const builtIn = { effect: 'fail' as const, mode: 'on' as const, file: null, passedUnknown: 0, issues: [] }

function minimums({ scores, minimumScores, measured }: Measured): ReportRule[] {
  const hits = domains
    .filter((domain) => measured[domain] && scores[domain] < minimumScores[domain])
    .map((domain) => ({
      label: `${domain} ${scores[domain]} is below the minimum of ${minimumScores[domain]}`,
      unknown: [],
    }))
  if (hits.length === 0) return []
  return [{ ...builtIn, kind: 'scores', name: 'Minimum scores', fails: true, hitCount: hits.length, hits }]
}

/** A violation makes the licensing score 0, which fails a scan unless its minimum is 0. */
function licensePolicies({ components, minimumScores }: Measured): ReportRule[] {
  const violations = components.flatMap((component) =>
    component.violations.map((text) => ({ ...readViolation(text), component })),
  )
  return [...Map.groupBy(violations, ({ policy }) => policy)].map(([name, of]) => {
    const hits = of.map(({ component, license }) => ({
      label: `${component.name} ${component.version}: ${license}`,
      unknown: [],
    }))
    const fails = minimumScores.licensing > 0
    return { ...builtIn, kind: 'licenses', name, fails, hitCount: hits.length, hits }
  })
}

/** 'GPL-3.0-only violates No copyleft': licenses/license-words.ts. */
function readViolation(text: string): { license: string; policy: string } {
  const [, license = text, policy = text] = /^(.*?)(?:, which)? violates (.*)$/s.exec(text) ?? []
  return { license, policy }
}
