import type { CacheKey } from '#auth/scope.ts'
import { BranchTable, type Read } from './branch-table.ts'
import type { BranchFacts } from './branch-facts.ts'

/** Maximum rows of all tables of one kind; a row takes 1 to 3 KB. */
const maxRows = 60_000

/** The most recently used tables, each for one scope. */
export class BranchTableCache<R extends BranchFacts> {
  readonly #tables = new Map<CacheKey, BranchTable<R>>()
  readonly #maxRows: number

  constructor(limit = maxRows) {
    this.#maxRows = limit
  }

  /** Up to date, and unchanged until the caller's next await. null: the account has too many branches. */
  async open(key: CacheKey, read: Read<R>): Promise<BranchTable<R> | null> {
    const table = this.#tables.get(key) ?? new BranchTable(read)
    // A Map keeps insertion order: the most recently used table moves to the end.
    this.#tables.delete(key)
    this.#tables.set(key, table)
    await table.refresh()
    this.#dropOldest(key)
    return table.isTooLarge ? null : table
  }

  #dropOldest(used: CacheKey): void {
    let size = this.#tables.values().reduce((sum, { rows }) => sum + rows.size, 0)
    for (const [key, { rows }] of this.#tables) {
      if (size <= this.#maxRows) return
      if (key === used) continue
      this.#tables.delete(key)
      size -= rows.size
    }
  }
}
