/** A weighted FIFO semaphore. */
export class Semaphore {
  readonly #capacity: number
  readonly #waiting: { weight: number; start: () => void }[] = []
  #used = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get used(): number {
    return this.#used
  }

  /** Waits for capacity. Work heavier than the capacity gets all of it. */
  async run<Result>(weight: number, work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(weight)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Waits for capacity until the signal is aborted, then throws its reason. Returns a release function. */
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
        // The next in line may be lighter.
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
