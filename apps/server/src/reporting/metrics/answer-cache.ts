import type { CacheKey } from '#auth/scope.ts'

/** Maximum number of cached responses; one with 500 rows takes about 200 KB. */
const defaultCapacity = 100

/** LRU cache of responses, valid while the account's revision is unchanged. */
export class ResponseCache<T> {
  readonly #answers = new Map<CacheKey, { revision: number; answer: T }>()
  readonly #running = new Map<CacheKey, { revision: number; answer: Promise<T> }>()
  readonly #capacity: number

  constructor(capacity = defaultCapacity) {
    this.#capacity = capacity
  }

  /** Returns the cached value or computes it once for concurrent equal requests. */
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
      // A newer entry may have replaced it.
      if (this.#running.get(key)?.revision === revision) this.#running.delete(key)
    }
  }

  find(key: CacheKey, revision: number): T | undefined {
    const found = this.#answers.get(key)
    // A request with an older revision must not replace a newer entry.
    if (!found || found.revision > revision) return undefined
    this.#answers.delete(key)
    if (found.revision !== revision) return undefined
    // Maps keep insertion order, so reinserting makes it the most recently used.
    this.#answers.set(key, found)
    return found.answer
  }

  keep(key: CacheKey, revision: number, answer: T): void {
    // A slow computation.
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
