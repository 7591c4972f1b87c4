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
  /** Cleared when the entry is dropped, since its timer would keep the reading in memory. */
  expiry?: NodeJS.Timeout
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
    const cached = this.#entries.get(key)
    if (cached) return cached.value
    const entry: Entry<Value> = { value: read(), weight: 1 }
    this.#entries.set(key, entry)
    this.#shrink()
    const isKept = () => this.#entries.get(key) === entry
    const forget = () => void (isKept() && this.#drop(key))
    entry.value.then((value) => isKept() && this.#keep(entry, { value, forget }), forget)
    return entry.value
  }

  #keep(entry: Entry<Value>, { value, forget }: { value: Value; forget: () => void }): void {
    entry.weight = this.#limits.sizeOf(value)
    entry.expiry = setTimeout(forget, this.#limits.ms).unref()
    this.#shrink()
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
    clearTimeout(entry?.expiry)
    this.#entries.delete(key)
    // A failed reading has nothing to free, and its caller handles the error.
    entry?.value.then((value) => this.#limits.onDrop?.(value)).catch(() => undefined)
  }
}
