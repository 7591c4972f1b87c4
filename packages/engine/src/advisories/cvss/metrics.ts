/** The metrics of a vector by name: { AV: 'N', AC: 'L' }. */
export type Metrics = Readonly<Record<string, string>>

/** Which values each metric may have, separated by spaces: { AV: 'N A L P' }. */
export type MetricTable = Readonly<Record<string, string>>

export interface MetricRules {
  required: MetricTable
  optional: MetricTable
}

/** Longer than any vector with all its metrics. */
const MAX_LENGTH = 400

/** Reads 'AV:N/AC:L/…'; null for an unknown metric or value, one that stands twice, a missing required one. */
export function readMetrics(text: string, { required, optional }: MetricRules): Metrics | null {
  if (text.length > MAX_LENGTH) return null
  const metrics: Record<string, string> = {}
  for (const part of text.split('/')) {
    const [name = '', value = '', ...more] = part.split(':')
    const table = Object.hasOwn(required, name) ? required : optional
    const values = Object.hasOwn(table, name) ? table[name] : undefined
    if (!values?.split(' ').includes(value) || more.length > 0) return null
    if (Object.hasOwn(metrics, name)) return null
    metrics[name] = value
  }
  return Object.keys(required).every((name) => Object.hasOwn(metrics, name)) ? metrics : null
}

/** The weight of each metric's value, in the order of the names. */
export function weigh(
  metrics: Metrics,
  weights: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Record<string, number> {
  const weighed: Record<string, number> = {}
  for (const [name, byValue] of Object.entries(weights)) weighed[name] = byValue[metrics[name] ?? ''] ?? 0
  return weighed
}
