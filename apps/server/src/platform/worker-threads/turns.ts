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

interface WaitingCall {
  lane: Lane
  start: () => void
  isSuited: () => boolean
  passes: number
}

/** Number of times that the first call of a lane lets a suited one pass. */
const maxPasses = 20

/** Too many calls are waiting. */
export class WorkersBusyError extends Error {
  override readonly name = 'WorkersBusyError'
}

/**
 * Limits concurrency. Lanes are served round-robin, so that a burst in one does not block another; within a lane, first
 * come, first served among the calls suited to what is free, or among all if none is.
 */
export class Turns {
  readonly #limits: TurnLimits
  /** In the order in which they are served next, without empty lanes. */
  readonly #waiting = new Map<string, WaitingCall[]>()
  #running = 0
  #background = 0
  #waitingCount = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waitingCount }
  }

  /** Whether interactive work is running or waiting. */
  get isUrgent(): boolean {
    const waits = [...this.#waiting.values()].some(([first]) => first?.lane.isBackground === false)
    return waits || this.#running > this.#background
  }

  /** `isSuited` is called whenever a turn is released; the call should suit what that frees. */
  async take(lane: Lane, isSuited = () => true): Promise<void> {
    if (this.#hasRoom(lane)) return this.#count(lane, 1)
    if (this.#waitingCount >= this.#limits.maxWaiting) throw new WorkersBusyError('Too much work is queued')
    await new Promise<void>((start) => this.#wait({ lane, start, isSuited, passes: 0 }))
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

  #wait(call: WaitingCall): void {
    const { name } = call.lane
    const list = this.#waiting.get(name) ?? []
    this.#waiting.set(name, list)
    list.push(call)
    this.#waitingCount++
  }

  #next() {
    for (const [name, list] of this.#waiting) {
      if (!this.#hasRoom(list[0]!.lane)) continue
      const next = choose(list)
      list.splice(list.indexOf(next), 1)
      this.#waitingCount--
      this.#waiting.delete(name)
      if (list.length > 0) this.#waiting.set(name, list)
      return next
    }
    return null
  }
}

function choose(list: readonly WaitingCall[]): WaitingCall {
  const first = list[0]!
  const suited = first.passes < maxPasses && list.find(({ isSuited }) => isSuited())
  if (!suited || suited === first) return first
  first.passes++
  return suited
}
