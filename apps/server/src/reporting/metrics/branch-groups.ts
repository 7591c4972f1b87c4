import type { BranchFacts } from './branch-facts.ts'

/** Maximum branches of a group, all of which are read again for its sums after one of them has changed. */
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

  /** Computed once as long as the rows are the same; of each kind, only the most recent is kept. */
  derive<T>({ kind, of = '' }: { kind: string; of?: string }, compute: (rows: ReadonlySet<R>) => T): T {
    const known = this.#derived.get(kind)
    if (known?.of === of) return known.value as T
    const value = compute(this.#rows)
    this.#derived.set(kind, { of, value })
    return value
  }
}

export class BranchGroups<R extends BranchFacts> {
  readonly #groups = new Set<BranchGroup<R>>()
  readonly #groupOf = new Map<R, BranchGroup<R>>()
  /** By key: the group that takes the next branch. A branch that changes returns to its group. */
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
