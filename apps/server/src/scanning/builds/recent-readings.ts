interface Limits<Value> {
  /** Together; the weight of one that is being read is not known yet, and counts as 1. */
  maxWeight: number
  weigh(value: Value): number
  ms: number
  /** Frees what a value keeps outside of memory. */
  onDrop?(value: Value): Promise<void>
}

interface Entry<Value> {
  value: Promise<Value>
  weight: number
}

/**
 * An upload is read before it is stored, to reject what is unreadable, and scanned a moment later: the last readings
 * are kept, so that a document is parsed once.
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
    entry.weight = this.#limits.weigh(value)
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
    // One that failed has nothing to free; its caller gets the error.
    entry?.value.then((value) => this.#limits.onDrop?.(value)).catch(() => undefined)
  }
}
