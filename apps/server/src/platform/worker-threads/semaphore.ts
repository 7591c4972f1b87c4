/** Bounds the weight of what is at work at once; first come, first served. */
export class Semaphore {
  readonly #capacity: number
  readonly #waiting: { weight: number; start: () => void }[] = []
  #used = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Waits for room. Work that is heavier than the capacity gets all of it. */
  async run<Result>(weight: number, work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(weight)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Waits for room, at most until the signal is aborted; then throws its reason. Returns what makes room again. */
  async acquire(weight: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const own = Math.min(weight, this.#capacity)
    await new Promise<void>((resolve, reject) => {
      const entry = { weight: own, start: resolve }
      const leave = () => {
        const at = this.#waiting.indexOf(entry)
        if (at < 0) return
        this.#waiting.splice(at, 1)
        reject(signal!.reason as Error)
        // What stood behind it may be lighter.
        this.#startNext()
      }
      entry.start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(entry)
      this.#startNext()
    })
    return this.#releaseOnce(own)
  }

  #releaseOnce(weight: number): () => void {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#used -= weight
      this.#startNext()
    }
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#used + next.weight > this.#capacity) return
      this.#waiting.shift()
      this.#used += next.weight
      next.start()
    }
  }
}
