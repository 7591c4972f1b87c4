import type { CacheKey } from '#auth/scope.ts'

/** Answers kept at most; one with 500 rows takes about 200 KB. */
const defaultCapacity = 100

/** The answers used last, each valid while its account's revision stays. */
export class ResponseCache<T> {
  readonly #answers = new Map<CacheKey, { revision: number; answer: T }>()
  readonly #running = new Map<CacheKey, { revision: number; answer: Promise<T> }>()
  readonly #capacity: number

  constructor(capacity = defaultCapacity) {
    this.#capacity = capacity
  }

  /** What is known, else what is computed. Equal questions at once are answered by one computation. */
  answer(key: CacheKey, revision: number, compute: () => Promise<T>): Promise<T> {
    const known = this.find(key, revision)
    if (known !== undefined) return Promise.resolve(known)
    const running = this.#running.get(key)
    if (running?.revision === revision) return running.answer
    const answer = this.#compute(key, revision, compute)
    this.#running.set(key, { revision, answer })
    return answer
  }

  async #compute(key: CacheKey, revision: number, compute: () => Promise<T>): Promise<T> {
    try {
      const answer = await compute()
      this.keep(key, revision, answer)
      return answer
    } finally {
      // A newer one may have taken its place.
      if (this.#running.get(key)?.revision === revision) this.#running.delete(key)
    }
  }

  find(key: CacheKey, revision: number): T | undefined {
    const found = this.#answers.get(key)
    // Who asked before a change does not take away what was computed after it.
    if (!found || found.revision > revision) return undefined
    this.#answers.delete(key)
    if (found.revision !== revision) return undefined
    // A Map keeps its order of insertion: the last used goes to the end.
    this.#answers.set(key, found)
    return found.answer
  }

  keep(key: CacheKey, revision: number, answer: T): void {
    // One that took long.
    if ((this.#answers.get(key)?.revision ?? revision) > revision) return
    this.#answers.delete(key)
    this.#answers.set(key, { revision, answer })
    if (this.#answers.size <= this.#capacity) return
    for (const oldest of this.#answers.keys()) {
      this.#answers.delete(oldest)
      return
    }
  }
}
