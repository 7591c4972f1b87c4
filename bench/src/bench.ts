/** One row of a benchmark's table. */
export interface Row {
  what: string
  /** Median ms. */
  ms: number
  /** The baseline: a description, and its median ms in the same run. */
  floor?: { what: string; ms: number }
  /** Other figures: '42 MB', '18,477 components'. */
  note?: string
}

/** A row with a figure that has no floor, such as '154 kB', and optionally its limit. */
export interface Figure {
  what: string
  figure: string
  atMost?: string
  note?: string
}

/** Options of the command line. */
export interface BenchOptions {
  /** An OpenAI-compatible service, including /v1; defaults to a scripted one. */
  modelUrl?: string | undefined
  model?: string | undefined
  modelKey?: string | undefined
}

export interface Bench {
  /** Measured values with their limits. */
  title: string
  /** Column titles, if they differ from the default. */
  heads?: string[]
  run(options: BenchOptions): Promise<Row[] | Figure[]>
}
