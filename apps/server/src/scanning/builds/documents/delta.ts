import { setImmediate } from 'node:timers/promises'

// A delta is a list of steps: bytes to insert, then bytes to copy from the base. Numbers are 7 bits a byte, lowest first.

/** Bytes that are looked up together: what moved is found in pieces from twice this size on. */
const blockBytes = 32
/** After as many bytes, others may use the event loop. */
const bytesAtOnce = 1 << 18
const multiplier = 0x01000193
/** The weight of a byte that leaves the block. */
const leaving = Array.from({ length: blockBytes - 1 }).reduce<number>(
  (power) => Math.imul(power, multiplier),
  1,
)

/** The steps that turn the base into the target. */
export async function deltaOf(base: Uint8Array, target: Uint8Array): Promise<Uint8Array> {
  const index = new BlockIndex(base)
  const steps = new StepWriter(target)
  let written = 0
  let hash = hashAt(target, 0)
  let pause = bytesAtOnce
  for (let at = 0; at + blockBytes <= target.length;) {
    if (at > pause) {
      pause = at + bytesAtOnce
      await setImmediate()
    }
    const found = index.find(hash, target, at)
    if (found < 0) {
      hash = rolled(hash, target, at++)
      continue
    }
    let [from, start] = [found, at]
    while (from > 0 && start > written && base[from - 1] === target[start - 1]) {
      from--
      start--
    }
    let end = at + blockBytes
    while (end < target.length && base[from + end - start] === target[end]) end++
    steps.write({ insert: [written, start], copy: [from, end - start] })
    written = end
    at = end
    hash = hashAt(target, at)
  }
  steps.write({ insert: [written, target.length], copy: [0, 0] })
  return steps.bytes
}

/** Undefined bytes if the delta is not one of this base: the caller knows the digest. */
export function applyDelta(base: Uint8Array, delta: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const target = new Uint8Array(size)
  let [at, written] = [0, 0]
  const number = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = delta[at++]!
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }
  while (at < delta.length) {
    const inserted = number()
    target.set(delta.subarray(at, at + inserted), written)
    at += inserted
    written += inserted
    const [copied, from] = [number(), number()]
    target.set(base.subarray(from, from + copied), written)
    written += copied
  }
  return target
}

/** Where each block of the base begins, by its hash. */
class BlockIndex {
  readonly #base: Uint8Array
  readonly #places: Int32Array
  readonly #shift: number

  constructor(base: Uint8Array) {
    const bits = Math.max(4, Math.ceil(Math.log2(base.length / blockBytes + 1)) + 1)
    this.#base = base
    this.#shift = 32 - bits
    this.#places = new Int32Array(2 ** bits).fill(-1)
    for (let at = base.length - (base.length % blockBytes) - blockBytes; at >= 0; at -= blockBytes)
      this.#places[this.#slot(hashAt(base, at))] = at
  }

  /** Where the base has the block of the target; -1 if that is not known. */
  find(hash: number, target: Uint8Array, at: number): number {
    const place = this.#places[this.#slot(hash)]!
    if (place < 0) return -1
    for (let offset = 0; offset < blockBytes; offset++)
      if (this.#base[place + offset] !== target[at + offset]) return -1
    return place
  }

  #slot(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> this.#shift
  }
}

function hashAt(bytes: Uint8Array, at: number): number {
  let hash = 0
  for (let offset = 0; offset < blockBytes; offset++)
    hash = (Math.imul(hash, multiplier) + bytes[at + offset]!) | 0
  return hash
}

/** The hash of the block that begins one byte later. */
const rolled = (hash: number, bytes: Uint8Array, at: number) =>
  (Math.imul(hash - Math.imul(bytes[at]!, leaving), multiplier) + bytes[at + blockBytes]!) | 0

interface Step {
  /** Start and end in the target. */
  insert: [number, number]
  /** Start in the base, and length. */
  copy: [number, number]
}

class StepWriter {
  readonly #target: Uint8Array
  readonly #parts: Uint8Array[] = []

  constructor(target: Uint8Array) {
    this.#target = target
  }

  write({ insert: [start, end], copy: [from, length] }: Step): void {
    this.#parts.push(numbersOf(end - start), this.#target.subarray(start, end), numbersOf(length, from))
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts)
  }
}

function numbersOf(...values: number[]): Uint8Array {
  const bytes: number[] = []
  for (let value of values) {
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
    bytes.push(value)
  }
  return Uint8Array.from(bytes)
}
