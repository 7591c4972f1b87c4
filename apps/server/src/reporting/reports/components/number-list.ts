/** A growable list of whole numbers below 2^32, four bytes each. */
export class NumberList {
  #numbers = new Uint32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.#length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#length++] = number
  }

  set(index: number, number: number): void {
    this.#numbers[index] = number
  }

  at(index: number): number {
    return this.#numbers[index]!
  }

  /** Shares its memory with the list. */
  slice(start: number, end: number): Uint32Array {
    return this.#numbers.subarray(start, end)
  }
}
