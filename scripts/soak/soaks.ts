export interface Soak {
  name: string
  /** What is counted. */
  unit: string
  /** What a complete soak runs, and how much of it in one slice. */
  total: number
  slice: number
  /** The npm script and its arguments. Each slice has a seed of its own. */
  command(slice: { amount: number; seed: number }): readonly string[]
}

export const soaks: readonly Soak[] = [
  {
    name: 'chaos',
    unit: 'rounds',
    total: 1000,
    slice: 20,
    command: ({ amount, seed }) => [
      'chaos',
      '--',
      '--rounds',
      String(amount),
      '--seed',
      // A round adds its number.
      String(seed * 1000),
      '--parallel',
      '2',
    ],
  },
  {
    name: 'attack',
    unit: 'requests',
    total: 100_000,
    slice: 10_000,
    command: ({ amount, seed }) => ['attack', '--', '--requests', String(amount), '--seed', String(seed)],
  },
  {
    name: 'fuzz',
    unit: 'documents for every reader',
    total: 20_000,
    slice: 20_000,
    command: () => ['fuzz'],
  },
  {
    name: 'imports',
    unit: 'projects of each version of Dependency-Track',
    total: 300,
    slice: 300,
    command: () => ['imports'],
  },
]

/** What was done of one soak. */
export interface Done {
  amount: number
  slices: number
  /** Slices with a failure. */
  failed: number
  seconds: number
  /** Last lines of failed slices. */
  failures: readonly string[]
}

export const nothingDone: Done = { amount: 0, slices: 0, failed: 0, seconds: 0, failures: [] }

/** The next slice; null once all is done. The same seed of a soak always begins with the same slices. */
export function nextSlice(
  { total, slice }: Soak,
  { done, seed }: { done: Done; seed: number },
): { amount: number; seed: number } | null {
  const amount = Math.min(slice, total - done.amount)
  return amount <= 0 ? null : { amount, seed: seed + done.slices }
}

export function addSlice(
  done: Done,
  ran: { amount: number; seconds: number; failures: readonly string[] },
): Done {
  return {
    amount: done.amount + ran.amount,
    slices: done.slices + 1,
    failed: done.failed + (ran.failures.length > 0 ? 1 : 0),
    seconds: done.seconds + ran.seconds,
    failures: [...done.failures, ...ran.failures],
  }
}

const count = (amount: number) => amount.toLocaleString('en')

/** A row of the table in docs/evidence/reliability.md. */
export function rowOf({ name, unit, total }: Soak, done: Done, run: { day: string; commit: string }): string {
  const share = done.amount < total ? ` of ${count(total)}` : ''
  const outcome = done.failed === 0 ? 'no failure' : `${done.failed} of ${done.slices} parts failed`
  const cells = [run.day, run.commit, name, `${count(done.amount)}${share} ${unit}`]
  return `| ${[...cells, `${Math.round(done.seconds / 60)} min`, outcome].join(' | ')} |`
}

const head = '| day | commit | soak | amount | duration | outcome |\n|---|---|---|---|---|---|\n'

/** The document with the row of this run of the soak, in place of an earlier one of the same run. Newest first. */
export function withRow(document: string, row: string): string {
  const [before, rows, ...rest] = document.split(head)
  if (before === undefined || rows === undefined || rest.length > 0)
    throw new Error('The document has no table of soaks')
  const same = row.split(' | ').slice(0, 3).join(' | ')
  const others = rows.split('\n').filter((line) => !line.startsWith(`${same} | `))
  return `${before}${head}${[row, ...others].join('\n')}`
}
