export interface TurnLimits {
  /** Turns at once. */
  size: number
  /** Of these, turns that background work never takes. */
  reserved?: number
  /** Calls that may wait, of all lanes together. */
  maxWaiting: number
}

export interface Lane {
  name: string
  isBackground: boolean
}

/** Thrown for work that finds too much waiting before it. */
export class WorkersBusyError extends Error {
  override readonly name = 'WorkersBusyError'
}

/**
 * Bounds how much is at work at once. Lanes are served round-robin, so a burst in one does not hold up another; within
 * a lane it is first come, first served.
 */
export class Turns {
  readonly #limits: TurnLimits
  /** In the order in which they are served next; a lane that nobody waits in is left out. */
  readonly #waiting = new Map<string, { lane: Lane; start: () => void }[]>()
  #running = 0
  #background = 0
  #waitingCount = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  async take(lane: Lane): Promise<void> {
    if (this.#hasRoom(lane)) return this.#count(lane, 1)
    if (this.#waitingCount >= this.#limits.maxWaiting) throw new WorkersBusyError('Too much work waits')
    await new Promise<void>((start) => this.#wait(lane, start))
  }

  /** Whoever has waited longest starts at once, so no later call gets in between. */
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
