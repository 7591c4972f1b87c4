import type { CacheKey } from '#auth/scope.ts'

/** Answers kept at most; one with 500 rows takes about 200 KB. */
const defaultCapacity = 100

/** The answers used last, each valid while its account's revision stays. */
export class ResponseCache<T> {
  readonly #answers = new Map<CacheKey, { revision: number; answer: T }>()
  readonly #capacity: number

  constructor(capacity = defaultCapacity) {
    this.#capacity = capacity
  }

  find(key: CacheKey, revision: number): T | undefined {
    const found = this.#answers.get(key)
    if (!found) return undefined
    this.#answers.delete(key)
    if (found.revision !== revision) return undefined
    // A Map keeps its order of insertion: the last used goes to the end.
    this.#answers.set(key, found)
    return found.answer
  }

  keep(key: CacheKey, revision: number, answer: T): void {
    this.#answers.delete(key)
    this.#answers.set(key, { revision, answer })
    if (this.#answers.size <= this.#capacity) return
    for (const oldest of this.#answers.keys()) {
      this.#answers.delete(oldest)
      return
    }
  }
}
