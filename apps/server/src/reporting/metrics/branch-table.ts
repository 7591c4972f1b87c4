import { BranchGroups } from './branch-groups.ts'
import type { BranchFacts } from './branch-facts.ts'

/** State in which rows were read: the account's revision and the database snapshot. */
export interface Moment {
  revision: number
  snapshot: string
}

export interface Reading<R> extends Moment {
  rows: R[]
  /** The branches changed since then; null: all were read. */
  changed: string[] | null
}

/** null: the account has too many branches. */
export type Read<R> = (since: Moment | null) => Promise<Reading<R> | null>

/** Maximum cached responses; one with 500 rows takes about 200 KB. */
const maxResults = 50

/** Rows of branches in memory, updated before each use with what has changed; stale rows are never served. */
export class BranchTable<R extends BranchFacts> {
  /** By branch. */
  readonly rows = new Map<string, R>()
  readonly groups = new BranchGroups<R>()
  /** Valid while the rows are unchanged. */
  #results = new Map<string, Promise<unknown>>()
  /** Valid for callers that waited for the same read. */
  #shared = new Map<string, Promise<unknown>>()
  #moment: Moment | null = null
  #running: Promise<void> | null = null
  #waiting: Promise<void> | null = null
  readonly #read: Read<R>

  constructor(read: Read<R>) {
    this.#read = read
  }

  get isTooLarge(): boolean {
    return this.#moment === null
  }

  /** Afterwards, the rows include everything committed before the call. Concurrent calls share a read. */
  refresh(): Promise<void> {
    // A read in progress may have begun before a change that the caller knows of.
    this.#waiting ??= this.#afterRunning()
    return this.#waiting
  }

  /** Computed once for all callers that waited for the same read; if repeatable, until the rows change. */
  memoize<T>(
    key: string,
    compute: () => Promise<T>,
    { isRepeatable }: { isRepeatable: boolean },
  ): Promise<T> {
    const results = isRepeatable ? this.#results : this.#shared
    const cached = results.get(key) as Promise<T> | undefined
    if (cached) return cached
    const result = compute()
    results.set(key, result)
    result.catch(() => results.delete(key))
    if (results.size > maxResults) results.delete(results.keys().next().value!)
    return result
  }

  async #afterRunning(): Promise<void> {
    await this.#running?.catch(() => undefined)
    this.#waiting = null
    this.#running = this.#bringForward()
    await this.#running
  }

  async #bringForward(): Promise<void> {
    const reading = await this.#read(this.#moment)
    this.#shared = new Map()
    if (reading === null) return this.#empty()
    const { rows, changed, ...moment } = reading
    this.#moment = moment
    if (changed?.length === 0) return
    this.#results = new Map()
    if (changed === null) this.#clear()
    for (const row of rows) this.#replace(row)
    const read = new Set(rows.map(({ branchUuid }) => branchUuid))
    for (const uuid of changed ?? []) if (!read.has(uuid)) this.#remove(uuid)
  }

  /** One by one, so that a changed branch returns to its group. */
  #replace(row: R): void {
    this.#remove(row.branchUuid)
    this.rows.set(row.branchUuid, row)
    this.groups.add(row)
  }

  #remove(branchUuid: string): void {
    const row = this.rows.get(branchUuid)
    if (!row) return
    this.rows.delete(branchUuid)
    this.groups.remove(row)
  }

  #clear(): void {
    this.rows.clear()
    this.groups.clear()
  }

  #empty(): void {
    this.#moment = null
    this.#results = new Map()
    this.#clear()
  }
}
