/** An append-only buffer of words: an array of numbers would take twice the memory and many copies. */
export class WordList {
  #words = new Uint32Array(1024)
  length = 0

  push(word: number): void {
    if (this.length === this.#words.length) {
      const grown = new Uint32Array(this.#words.length * 2)
      grown.set(this.#words)
      this.#words = grown
    }
    this.#words[this.length++] = word
  }

  toArray(): Uint32Array {
    return this.#words.subarray(0, this.length)
  }
}

/** The strings of a file by number. */
export class StringTable {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  #end = 0
  /** The end of each string in the text, in bytes. */
  readonly ends = new WordList()

  /** Returns the number of a string, deduplicated. */
  readonly intern = (text: string): number => {
    const existing = this.#numbers.get(text)
    if (existing !== undefined) return existing
    const number = this.add(text)
    this.#numbers.set(text, number)
    return number
  }

  /** Returns the number of a string known to be unique. */
  add(text: string): number {
    this.#end += Buffer.byteLength(text)
    this.ends.push(this.#end)
    return this.#texts.push(text) - 1
  }

  text(): string {
    return this.#texts.join('')
  }
}
