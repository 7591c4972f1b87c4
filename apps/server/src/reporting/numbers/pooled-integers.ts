import { endianness } from 'node:os'

const none = new Int32Array()

/** Lists of integers by number, in one array, so that reading many of them is fast and needs little memory. */
export class PooledIntegers {
  /** Replaced when it grows: read it anew after each change. */
  data = new Int32Array(1024)
  /** By list: its start in `data` and its length. */
  readonly starts: number[] = []
  readonly lengths: number[] = []
  readonly #capacities: number[] = []
  #end = 0
  #unused = 0

  get bytes(): number {
    return this.data.byteLength + this.starts.length * 24
  }

  of(list: number): Int32Array {
    const start = this.starts[list]
    return start === undefined ? none : this.data.subarray(start, start + this.lengths[list]!)
  }

  /** Calls back with where each item of a list, of this many integers, stands in `data`. */
  eachItem(list: number, size: number, onItem: (at: number) => void): void {
    const start = this.starts[list] ?? 0
    const end = start + (this.lengths[list] ?? 0)
    for (let at = start; at < end; at += size) onItem(at)
  }

  /** All lists; writing into them changes these numbers. */
  *lists(): Generator<Int32Array> {
    for (const list of this.starts.keys()) yield this.of(list)
  }

  set(list: number, values: Int32Array): void {
    while (this.starts.length <= list) this.#addEmpty()
    if (values.length > this.#capacities[list]!) this.#move(list, values.length)
    this.data.set(values, this.starts[list])
    this.lengths[list] = values.length
  }

  #addEmpty(): void {
    this.starts.push(0)
    this.lengths.push(0)
    this.#capacities.push(0)
  }

  /** To the end, with room for more if the list has grown. */
  #move(list: number, length: number): void {
    const former = this.#capacities[list]!
    const capacity = former === 0 ? length : length + (length >> 3) + 8
    this.#unused += former
    this.#capacities[list] = 0
    this.lengths[list] = 0
    if (this.#end + capacity > this.data.length) this.#makeRoom(capacity)
    this.starts[list] = this.#end
    this.#capacities[list] = capacity
    this.#end += capacity
  }

  /** Also removes the gaps of lists that moved. */
  #makeRoom(capacity: number): void {
    const needed = this.#end - this.#unused + capacity
    const data = new Int32Array(Math.max(1024, needed + (needed >> 1)))
    let end = 0
    for (let list = 0; list < this.starts.length; list++) {
      const start = this.starts[list]!
      data.set(this.data.subarray(start, start + this.lengths[list]!), end)
      this.starts[list] = end
      end += this.#capacities[list]!
    }
    this.data = data
    this.#end = end
    this.#unused = 0
  }
}

/** Integers of 4 bytes, big-endian, as PostgreSQL writes them. Changes the bytes. */
export function integersOf(bytes: Buffer): Int32Array {
  if (bytes.length === 0) return none
  // A view of integers has to be aligned.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
  if (endianness() === 'LE') aligned.swap32()
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4)
}
