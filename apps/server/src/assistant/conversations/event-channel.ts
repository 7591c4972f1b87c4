/** Passes events of an ongoing task to one reader. The task continues without a reader. */
export class EventChannel<Event> {
  readonly #waiting: Event[] = []
  #isClosed = false
  #wake: () => void = () => undefined

  push(event: Event): void {
    this.#waiting.push(event)
    this.#wake()
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  async *read(): AsyncGenerator<Event> {
    for (;;) {
      yield* this.#waiting.splice(0)
      if (this.#waiting.length > 0) continue
      if (this.#isClosed) return
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
