/** A map that forgets what was put in first when it is full. */
export class BoundedMap<Key, Value> {
  readonly #map = new Map<Key, Value>()
  readonly #maxSize: number

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key)
  }

  set(key: Key, value: Value): void {
    if (this.#map.size >= this.#maxSize) {
      for (const oldest of this.#map.keys()) {
        this.#map.delete(oldest)
        break
      }
    }
    this.#map.set(key, value)
  }
}
