import { listOf, recordOf, textOf } from '../parsers/json-value.ts'
import { ownProperty } from '../../own-property.ts'
import type { Severity } from '../../vocabulary.ts'

type Members = Record<string, unknown>

/** Severity names of the scanners; https://docs.kics.io and https://docs.zizmor.sh have more than SARIF's levels. */
const words: Record<string, Severity> = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  moderate: 'medium',
  low: 'low',
  info: 'low',
  informational: 'low',
  trace: 'low',
  style: 'low',
}

/** https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html §3.27.10 */
const levels: Record<string, Severity> = { error: 'high', warning: 'medium', note: 'low', none: 'none' }

/** The most precise rating of result or rule: a score, a severity name, a rank or the level. */
export function severityOf(result: Members, rule: Members): Severity {
  const sources = [recordOf(result['properties']), recordOf(rule['properties'])]
  const configuration = recordOf(rule['defaultConfiguration'])
  return (
    firstOf(sources, scoreOf) ??
    firstOf(sources, wordOf) ??
    firstOf([result, configuration], ({ rank }) => ofRank(rank)) ??
    (textOf(result['kind']) === 'informational' ? 'low' : null) ??
    // Without a level, a result is a warning (§3.27.10).
    ownProperty(levels, textOf(result['level']) || textOf(configuration['level']) || 'warning') ??
    'unknown'
  )
}

function firstOf<T>(values: readonly T[], read: (value: T) => Severity | null): Severity | null {
  for (const value of values) {
    const severity = read(value)
    if (severity !== null) return severity
  }
  return null
}

/** Trivy scores what it tags as UNKNOWN with 0.0. */
function scoreOf(properties: Members): Severity | null {
  const severity = ofScore(properties['security-severity'])
  const isUnknown = severity === 'none' && listOf(properties['tags']).includes('UNKNOWN')
  return isUnknown ? 'unknown' : severity
}

function wordOf(properties: Members): Severity | null {
  const named = Object.entries(properties).filter(([name]) => /(?:^|[/._-])severity$/i.test(name))
  const texts = [...named.map(([, value]) => value), ...listOf(properties['tags']).slice(0, 100)]
  for (const text of texts) {
    const severity = ownProperty(words, textOf(text).toLowerCase())
    if (severity) return severity
  }
  return null
}

/** GitHub's thresholds: 9.0 critical, 7.0 high, 4.0 medium. */
function ofScore(value: unknown): Severity | null {
  const score = typeof value === 'number' ? value : textOf(value) === '' ? Number.NaN : Number(value)
  if (!(score >= 0 && score <= 10)) return null
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : score > 0 ? 'low' : 'none'
}

/** 0 to 100; -1 and any other value mean that there is none (§3.27.25). */
function ofRank(rank: unknown): Severity | null {
  return typeof rank === 'number' && rank >= 0 && rank <= 100 ? ofScore(rank / 10) : null
}
