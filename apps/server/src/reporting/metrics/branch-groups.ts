import type { BranchFacts } from './branch-facts.ts'

/** Maximum branches per group: after one of them has changed, the group's sums are computed again from all. */
const maxSize = 256

/** Branches of one team, with equal tags and names: filters other than a search select all or none of them. */
export class BranchGroup<R extends BranchFacts> {
  readonly facts: Pick<BranchFacts, 'teamUuid' | 'tagTexts' | 'branchText'>
  readonly #rows = new Set<R>()
  readonly #derived = new Map<string, { of: string; value: unknown }>()

  constructor(facts: BranchGroup<R>['facts']) {
    this.facts = facts
  }

  get rows(): ReadonlySet<R> {
    return this.#rows
  }

  get hasRoom(): boolean {
    return this.#rows.size < maxSize
  }

  add(row: R): void {
    this.#rows.add(row)
    this.#derived.clear()
  }

  remove(row: R): void {
    this.#rows.delete(row)
    this.#derived.clear()
  }

  /** Computed once for the same rows; only the most recent of each kind is cached. */
  derive<T>({ kind, of = '' }: { kind: string; of?: string }, compute: (rows: ReadonlySet<R>) => T): T {
    const cached = this.#derived.get(kind)
    if (cached?.of === of) return cached.value as T
    const value = compute(this.#rows)
    this.#derived.set(kind, { of, value })
    return value
  }
}

export class BranchGroups<R extends BranchFacts> {
  readonly #groups = new Set<BranchGroup<R>>()
  readonly #groupOf = new Map<R, BranchGroup<R>>()
  /** The group for the next branch, by key. A changed branch returns to its group. */
  readonly #next = new Map<string, BranchGroup<R>>()

  all(): Iterable<BranchGroup<R>> {
    return this.#groups
  }

  add(row: R): void {
    const key = keyOf(row)
    const next = this.#next.get(key)
    const group = next?.hasRoom ? next : new BranchGroup<R>(row)
    this.#groups.add(group)
    this.#next.set(key, group)
    this.#groupOf.set(row, group)
    group.add(row)
  }

  remove(row: R): void {
    const group = this.#groupOf.get(row)
    if (!group) return
    this.#groupOf.delete(row)
    group.remove(row)
    const key = keyOf(row)
    if (group.rows.size > 0) {
      this.#next.set(key, group)
      return
    }
    this.#groups.delete(group)
    if (this.#next.get(key) === group) this.#next.delete(key)
  }

  clear(): void {
    this.#groups.clear()
    this.#groupOf.clear()
    this.#next.clear()
  }
}

const keyOf = ({ teamUuid, tagTexts, branchText }: BranchFacts) =>
  JSON.stringify([teamUuid, tagTexts, branchText])
