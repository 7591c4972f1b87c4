import { checksum, FORMAT_VERSION, HEADER, HEADER_WORDS, hashName, IndexFormatError } from './index-format.ts'
import { MAGIC, PACKAGE_WORDS } from './index-format.ts'

/** An opened file: its words, and its strings by number. */
export interface IndexFile {
  words: Uint32Array
  text: IndexText
}

/** The words of the file. Throws IndexFormatError if incomplete. */
export function checkHeader(bytes: Uint8Array): Uint32Array {
  if (bytes.length < HEADER_WORDS * 4 || bytes.length % 4 !== 0) {
    throw new IndexFormatError('The index is cut off.')
  }
  // Typed arrays require alignment, which a slice of a larger buffer may lack.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes)
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4)
  if (words[HEADER.magic] !== MAGIC) throw new IndexFormatError('The bytes are not an advisory index.')
  const version = words[HEADER.formatVersion]
  if (version !== FORMAT_VERSION) {
    throw new IndexFormatError(`The index has format ${version}; this program reads ${FORMAT_VERSION}.`)
  }
  if (words[HEADER.words] !== words.length) throw new IndexFormatError('The index is cut off.')
  if (words[HEADER.checksum] !== checksum(words)) throw new IndexFormatError('The index is damaged.')
  return words
}

/** The first word of the package's block, or null. */
export function findPackage({ words, text }: IndexFile, name: string): number | null {
  const hash = hashName(name)
  const [slots, mask] = [words[HEADER.slots]!, words[HEADER.slotCount]! - 1]
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const number = words[slots + slot]!
    if (number === 0) return null
    const at = words[HEADER.packages]! + (number - 1) * PACKAGE_WORDS
    if (words[at] === hash && text.get(words[at + 1]!) === name) return words[HEADER.blocks]! + words[at + 2]!
  }
}

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })

/** The strings of the file by number. */
export class IndexText {
  readonly #words: Uint32Array
  readonly #bytes: Uint8Array
  readonly #ends: number

  constructor(words: Uint32Array) {
    this.#words = words
    this.#ends = words[HEADER.strings]!
    const start = words[HEADER.text]! * 4
    this.#bytes = new Uint8Array(words.buffer, words.byteOffset + start, words.byteLength - start)
  }

  get(number: number): string {
    const start = number === 0 ? 0 : this.#words[this.#ends + number - 1]!
    const end = this.#words[this.#ends + number]!
    let text = ''
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at]!
      // slice copies, since decoders in browsers reject shared memory.
      if (byte >= 0x80) return DECODER.decode(this.#bytes.slice(start, end))
      text += String.fromCharCode(byte)
    }
    return text
  }

  /** Throws IndexFormatError if the string differs. */
  expect(number: number, ecosystem: string): void {
    const found = this.get(number)
    if (found !== ecosystem) {
      throw new IndexFormatError(`The index is of ${found}, not of ${ecosystem}.`)
    }
  }
}
