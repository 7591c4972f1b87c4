import type { CacheKey } from '#auth/scope.ts'

/** Enough for the pages that many members have open at once. */
const maxAnswers = 16

/** What was answered since the numbers last changed: everyone who asks the same gets the same. */
export class Answers {
  readonly #answers = new Map<CacheKey, unknown>()
  #version = -1

  /** `version` is that of the numbers; `compute` must not change them. */
  get<T>(version: number, key: CacheKey, compute: () => T): T {
    if (version !== this.#version) this.#answers.clear()
    this.#version = version
    if (!this.#answers.has(key)) this.#add(key, compute())
    return this.#answers.get(key) as T
  }

  #add(key: CacheKey, answer: unknown): void {
    const [oldest] = this.#answers.keys()
    if (this.#answers.size >= maxAnswers && oldest !== undefined) this.#answers.delete(oldest)
    this.#answers.set(key, answer)
  }
}
