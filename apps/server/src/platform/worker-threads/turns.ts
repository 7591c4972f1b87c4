export interface TurnLimits {
  /** Maximum concurrent turns. */
  size: number
  /** Turns reserved for interactive work. */
  reserved?: number
  /** Maximum number of waiting calls in all lanes. */
  maxWaiting: number
}

export interface Lane {
  name: string
  isBackground: boolean
}

/** Too many calls are waiting. */
export class WorkersBusyError extends Error {
  override readonly name = 'WorkersBusyError'
}

/**
 * Limits concurrency. Lanes are served round-robin, so that a burst in one does not block another; within a lane, first
 * come, first served.
 */
export class Turns {
  readonly #limits: TurnLimits
  /** In the order in which they are served next, without empty lanes. */
  readonly #waiting = new Map<string, { lane: Lane; start: () => void }[]>()
  #running = 0
  #background = 0
  #waitingCount = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Whether interactive work is running or waiting. */
  get isUrgent(): boolean {
    const waits = [...this.#waiting.values()].some(([first]) => first?.lane.isBackground === false)
    return waits || this.#running > this.#background
  }

  async take(lane: Lane): Promise<void> {
    if (this.#hasRoom(lane)) return this.#count(lane, 1)
    if (this.#waitingCount >= this.#limits.maxWaiting) throw new WorkersBusyError('Too much work is queued')
    await new Promise<void>((start) => this.#wait(lane, start))
  }

  /** Passes the turn on synchronously, so that no later call can take it. */
  release(lane: Lane): void {
    this.#count(lane, -1)
    for (let next = this.#next(); next; next = this.#next()) {
      this.#count(next.lane, 1)
      next.start()
    }
  }

  #hasRoom({ isBackground }: Lane): boolean {
    const { size, reserved = 0 } = this.#limits
    return this.#running < size && (!isBackground || this.#background < size - reserved)
  }

  #count({ isBackground }: Lane, change: 1 | -1): void {
    this.#running += change
    if (isBackground) this.#background += change
  }

  #wait(lane: Lane, start: () => void): void {
    const list = this.#waiting.get(lane.name) ?? []
    this.#waiting.set(lane.name, list)
    list.push({ lane, start })
    this.#waitingCount++
  }

  #next() {
    for (const [name, list] of this.#waiting) {
      if (!this.#hasRoom(list[0]!.lane)) continue
      const next = list.shift()!
      this.#waitingCount--
      this.#waiting.delete(name)
      if (list.length > 0) this.#waiting.set(name, list)
      return next
    }
    return null
  }
}
