/** The ordered items of a multi-valued attribute, indexed by key. */
export class ListValue {
  readonly #items: Set<unknown>
  readonly #byKey = new Map<string, Set<unknown>>()

  constructor(items: readonly unknown[]) {
    this.#items = new Set()
    for (const item of items) this.add(item)
  }

  items = (): unknown[] => [...this.#items]
  ofKey = (key: string): unknown[] => [...(this.#byKey.get(key) ?? [])]

  add(item: unknown): void {
    this.#items.add(item)
    this.#enter(item)
  }

  /** Adds the items with new keys. */
  addMissing(items: readonly unknown[]): void {
    for (const item of items.filter((each) => !this.#byKey.has(keyOf(each)))) this.add(item)
  }

  removeAll(items: readonly unknown[]): void {
    for (const item of items) {
      this.#items.delete(item)
      this.#leave(item)
    }
  }

  /** The change may affect the key. */
  change(item: unknown, act: () => void): void {
    this.#leave(item)
    act()
    this.#enter(item)
  }

  #enter(item: unknown): void {
    const key = keyOf(item)
    const same = this.#byKey.get(key)
    if (same) same.add(item)
    else this.#byKey.set(key, new Set([item]))
  }

  #leave(item: unknown): void {
    const key = keyOf(item)
    const same = this.#byKey.get(key)
    same?.delete(item)
    if (same?.size === 0) this.#byKey.delete(key)
  }
}

/** The comparison key of items: their value, case-insensitive. */
export function keyOf(item: unknown): string {
  const isObject = typeof item === 'object' && item !== null
  const value = item instanceof Map ? item.get('value') : isObject && 'value' in item ? item.value : item
  return String(value).toLowerCase()
}
