import { findingStates, severities, type Severity } from '@assay/engine/vocabulary.ts'
import { theirStateOf } from './analysis-of.ts'

const theirSeverities = {
  critical: 'CRITICAL',
  high: 'HIGH',
  medium: 'MEDIUM',
  low: 'LOW',
  none: 'INFO',
  unknown: 'UNASSIGNED',
} as const satisfies Readonly<Record<Severity, string>>

const wordsOf = (list: string): Set<string> =>
  new Set(list.split(',').map((each) => each.trim().toUpperCase()))

/** 'CRITICAL,HIGH' as ours. */
export function ourSeveritiesOf(list: string): Severity[] {
  const wanted = wordsOf(list)
  return severities.filter((each) => wanted.has(theirSeverities[each]))
}

/** 'IN_TRIAGE,NOT_SET' as ours. */
export function ourStatesOf(list: string): string[] {
  const wanted = wordsOf(list)
  return findingStates.filter((each) => each !== 'fixed' && wanted.has(theirStateOf(each).analysisState))
}

export const severityNameOf = (ours: string) => theirSeverities[ours as Severity]
