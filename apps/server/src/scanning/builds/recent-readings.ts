interface Limits<Value> {
  /** Total cache size. A reading in progress counts as 1, since its size is not known yet. */
  maxWeight: number
  sizeOf(value: Value): number
  ms: number
  /** Frees resources outside the heap, such as files. */
  onDrop?(value: Value): Promise<void>
}

interface Entry<Value> {
  value: Promise<Value>
  weight: number
}

/**
 * Cache of recent readings: an upload is parsed before it is stored, to reject unreadable documents, and scanned a
 * moment later without parsing it again.
 */
export class RecentReadings<Value> {
  readonly #limits: Limits<Value>
  readonly #entries = new Map<string, Entry<Value>>()

  constructor(limits: Limits<Value>) {
    this.#limits = limits
  }

  getOrRead(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key)
    if (known) return known.value
    const entry = { value: read(), weight: 1 }
    this.#entries.set(key, entry)
    this.#shrink()
    const forget = () => void (this.#entries.get(key) === entry && this.#drop(key))
    entry.value.then((value) => this.#keep(entry, { value, forget }), forget)
    return entry.value
  }

  #keep(entry: Entry<Value>, { value, forget }: { value: Value; forget: () => void }): void {
    entry.weight = this.#limits.sizeOf(value)
    this.#shrink()
    setTimeout(forget, this.#limits.ms).unref()
  }

  #shrink(): void {
    let total = [...this.#entries.values()].reduce((sum, { weight }) => sum + weight, 0)
    for (const [key, { weight }] of this.#entries) {
      if (total <= this.#limits.maxWeight) return
      this.#drop(key)
      total -= weight
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    this.#entries.delete(key)
    // A failed reading has nothing to free, and its caller handles the error.
    entry?.value.then((value) => this.#limits.onDrop?.(value)).catch(() => undefined)
  }
}
