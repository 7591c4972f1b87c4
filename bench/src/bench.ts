/** One row of a benchmark's table. */
export interface Row {
  what: string
  /** Median ms. */
  ms: number
  /** What it is compared with, measured in the same run: its median ms and its words. */
  floor?: { what: string; ms: number }
  /** Other figures worth a look: '42 MB', '18,477 components'. */
  note?: string
}

/** A row of what is counted and not timed against a floor: '154 kB', with what it may be at most. */
export interface Figure {
  what: string
  figure: string
  atMost?: string
  note?: string
}

/** Of the command line. */
export interface BenchOptions {
  /** An OpenAI-compatible service, with /v1; left out: a scripted one. */
  modelUrl?: string | undefined
  model?: string | undefined
  modelKey?: string | undefined
}

export interface Bench {
  /** What is measured, and against which floor. */
  title: string
  /** Of the table, where its columns are others. */
  heads?: string[]
  run(options: BenchOptions): Promise<Row[] | Figure[]>
}
