// Metrics in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/

/** Labels have values from small, closed sets: never a name, an address or an id. */
type Labels<L extends string> = Readonly<Record<L, string>>

export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** 'name{label="value"} 1', without the name of the metric for its own value. */
  samples(): Sample[]
}

export interface Sample {
  /** Follows the name of the metric. */
  suffix?: '_bucket' | '_sum' | '_count'
  labels: readonly (readonly [string, string])[]
  value: number
}

/** Of the process. Threads have their own, which nobody reads. */
const metrics: Metric[] = []

interface Definition<L extends string> {
  name: string
  help: string
  labels: readonly L[]
}

export interface Counter<L extends string> {
  increment(labels: Labels<L>, by?: number): void
}

export function defineCounter<L extends string>(definition: Definition<L>): Counter<L> {
  const series = new Series<L, { value: number }>(definition.labels, () => ({ value: 0 }))
  const samples = () => series.map(({ value }, labels) => [{ labels, value }])
  metrics.push({ ...named(definition), type: 'counter', samples })
  return {
    increment: (labels, by = 1) => {
      series.of(labels).value += by
    },
  }
}

export interface Gauge<L extends string> {
  set(labels: Labels<L>, value: number): void
  /** Forgets all values, before new ones are set. */
  clear(): void
}

export function defineGauge<L extends string>(definition: Definition<L>): Gauge<L> {
  const series = new Series<L, { value: number }>(definition.labels, () => ({ value: 0 }))
  const samples = () => series.map(({ value }, labels) => [{ labels, value }])
  metrics.push({ ...named(definition), type: 'gauge', samples })
  return {
    set: (labels, value) => {
      series.of(labels).value = value
    },
    clear: () => series.clear(),
  }
}

export interface Histogram<L extends string> {
  observe(labels: Labels<L>, value: number): void
}

/** Upper bounds in seconds, for requests and for jobs. */
export const buckets = {
  request: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  job: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900],
} as const

export function defineHistogram<L extends string>(
  definition: Definition<L> & { bounds: readonly number[] },
): Histogram<L> {
  const { bounds } = definition
  const series = new Series<L, { sum: number; counts: number[] }>(definition.labels, () => ({
    sum: 0,
    counts: bounds.map(() => 0).concat(0),
  }))
  const samples = () => series.map(({ sum, counts }, labels) => samplesOf({ sum, counts, bounds }, labels))
  metrics.push({ ...named(definition), type: 'histogram', samples })
  return {
    observe(labels, value) {
      const one = series.of(labels)
      one.sum += value
      const at = bounds.findIndex((bound) => value <= bound)
      one.counts[at < 0 ? bounds.length : at]! += 1
    },
  }
}

/** Counts of buckets include those of smaller ones. */
function samplesOf(
  { sum, counts, bounds }: { sum: number; counts: readonly number[]; bounds: readonly number[] },
  labels: Sample['labels'],
): Sample[] {
  let total = 0
  const inBuckets = counts.map((count, at): Sample => {
    total += count
    const le = at < bounds.length ? `${bounds[at]!}` : '+Inf'
    return { suffix: '_bucket', labels: [...labels, ['le', le]], value: total }
  })
  return [...inBuckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }]
}

/** The values of a metric by those of its labels. */
class Series<L extends string, V> {
  readonly #names: readonly L[]
  readonly #create: () => V
  readonly #values = new Map<string, { labels: Sample['labels']; value: V }>()

  constructor(names: readonly L[], create: () => V) {
    this.#names = names
    this.#create = create
    // Without labels, it is there from the beginning.
    if (names.length === 0) this.#values.set('', { labels: [], value: create() })
  }

  of(labels: Labels<L>): V {
    const given = new Map<string, string>(Object.entries(labels))
    const pairs = this.#names.map((name) => [name, given.get(name) ?? ''] as const)
    const key = pairs.map(([, value]) => value).join('\0')
    const found = this.#values.get(key) ?? { labels: pairs, value: this.#create() }
    this.#values.set(key, found)
    return found.value
  }

  clear(): void {
    this.#values.clear()
  }

  map(read: (value: V, labels: Sample['labels']) => Sample[]): Sample[] {
    return [...this.#values.values()].flatMap(({ labels, value }) => read(value, labels))
  }
}

const named = ({ name, help }: Definition<string>) => ({ name, help })

/** All metrics as text. */
export function writeMetrics(all: readonly Metric[] = metrics): string {
  const parts = all.map(({ name, help, type, samples }) =>
    [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples().map(
        ({ suffix = '', labels, value }) => `${name}${suffix}${labelsAsText(labels)} ${numberAsText(value)}`,
      ),
    ].join('\n'),
  )
  return `${parts.join('\n')}\n`
}

export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8'

function labelsAsText(labels: Sample['labels']): string {
  if (labels.length === 0) return ''
  // JSON escapes quotes, backslashes and line breaks the same way.
  return `{${labels.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',')}}`
}

const numberAsText = (value: number) => (Number.isFinite(value) ? `${value}` : value > 0 ? '+Inf' : 'NaN')
