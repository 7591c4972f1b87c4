import { ownProperty } from '../../own-property.ts'

/** The metrics of a vector by name: { AV: 'N', AC: 'L' }. */
export type Metrics = Readonly<Record<string, string>>

/** Allowed values per metric, separated by spaces: { AV: 'N A L P' }. */
export type MetricTable = Readonly<Record<string, string>>

export interface MetricRules {
  required: MetricTable
  optional: MetricTable
}

/** Longer than any vector with all metrics. */
const MAX_LENGTH = 400

/** Parses 'AV:N/AC:L/…'; null for an unknown metric or value, a duplicate, or a missing required one. */
export function readMetrics(text: string, { required, optional }: MetricRules): Metrics | null {
  if (text.length > MAX_LENGTH) return null
  const metrics = new Map<string, string>()
  for (const part of text.split('/')) {
    const [name = '', value = '', ...more] = part.split(':')
    const values = ownProperty(required, name) ?? ownProperty(optional, name)
    if (!values?.split(' ').includes(value) || more.length > 0) return null
    if (metrics.has(name)) return null
    metrics.set(name, value)
  }
  return Object.keys(required).every((name) => metrics.has(name)) ? Object.fromEntries(metrics) : null
}

/** The weight of each metric's value, in the order of the names. */
export function weightOf(
  metrics: Metrics,
  weights: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(weights).map(([name, byValue]) => [
      name,
      ownProperty(byValue, ownProperty(metrics, name) ?? '') ?? 0,
    ]),
  )
}
