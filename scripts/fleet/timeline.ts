/** own: of what the client has just written. */
export type Kind = 'read' | 'own' | 'write'

/** An attempt of a client: when it began and ended, in milliseconds of performance.now(). */
interface Attempt {
  kind: Kind
  /** What was called. */
  name: string
  begunAt: number
  endedAt: number
  /** '' for success, else why it failed. */
  failure: string
}

/** All attempts of a run. */
export class Timeline {
  readonly #attempts: Attempt[] = []

  add(attempt: Attempt): void {
    this.#attempts.push(attempt)
  }

  /** Whether nine of ten attempts of a kind that ended in the last milliseconds succeeded, and there were some. */
  isSteady(kind: Kind, lastMs: number): boolean {
    const since = performance.now() - lastMs
    const recent = this.#attempts.filter((each) => each.kind === kind && each.endedAt >= since)
    const failed = recent.filter(({ failure }) => failure !== '').length
    return recent.length > 0 && failed <= recent.length / 10
  }

  /**
   * The longest time within a window in which no call of a kind succeeded, of the name for which it is longest: a
   * success counts from its beginning, as it may have been answered by what has failed meanwhile.
   */
  longestGap(kind: Kind, { from, to }: { from: number; to: number }): { name: string; ms: number } {
    const names = new Set(this.#attempts.filter((each) => each.kind === kind).map(({ name }) => name))
    const gaps = [...names].map((name) => {
      const successes = this.#attempts
        .filter((each) => each.kind === kind && each.name === name && each.failure === '')
        .map(({ begunAt, endedAt }) => ({ begunAt, endedAt }))
        .filter(({ endedAt, begunAt }) => endedAt >= from && begunAt <= to)
        .map(({ endedAt }) => endedAt)
      const times = [from, ...successes, to]
        .map((time) => Math.min(to, Math.max(from, time)))
        .toSorted((a, b) => a - b)
      return { name, ms: Math.max(...times.slice(1).map((time, index) => time - times[index]!)) }
    })
    return gaps.toSorted((a, b) => b.ms - a.ms)[0] ?? { name: 'nothing', ms: to - from }
  }

  /** How many attempts within a window failed, by call and reason, and how many there were. */
  failures({ from, to }: { from: number; to: number }): { attempts: number; byReason: Map<string, number> } {
    const within = this.#attempts.filter(({ endedAt }) => endedAt >= from && endedAt <= to)
    const byReason = new Map<string, number>()
    for (const { name, failure } of within)
      if (failure !== '') byReason.set(`${name} ${failure}`, (byReason.get(`${name} ${failure}`) ?? 0) + 1)
    return { attempts: within.length, byReason }
  }
}
