import { ArchiveFault } from './archive-fault.ts'

/** Reads bits, the highest of each byte first. Throws ArchiveFault at the end. */
export class BitReader {
  readonly #bytes: Uint8Array
  /** In bits. */
  position: number

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = bytes
    this.position = position
  }

  /** count: from 1 to 24. */
  read(count: number): number {
    const bytes = this.#bytes
    const at = this.position >>> 3
    this.position += count
    if (this.position > bytes.length * 8) throw broken('it ends within a block')
    const word = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    return (word << (this.position - count - 8 * at)) >>> (32 - count)
  }
}

/** How the symbols of a block are written. */
export interface BlockCode {
  /** The next symbol: 0 and 1 are digits of a run, the last one is the end, the others are places in the list of bytes. */
  next(): number
  /** The bytes that occur. */
  used: Uint8Array
}

const maxBits = 20
/** Symbols that are read with the same table. */
const groupSymbols = 50

/** The tables before the symbols of a block. */
export function readCode(bits: BitReader): BlockCode {
  const used = readUsed(bits)
  const tableCount = bits.read(3)
  const selectorCount = bits.read(15)
  if (used.length === 0 || tableCount < 2 || tableCount > 6 || selectorCount === 0)
    throw broken('a block has no tables')
  const selectors = readSelectors(bits, tableCount, selectorCount)
  const tables = Array.from({ length: tableCount }, () => tableOf(readLengths(bits, used.length + 2)))
  let [group, left] = [-1, 0]
  return {
    used,
    next() {
      if (left === 0) {
        group++
        left = groupSymbols
        if (group >= selectorCount) throw broken('a block has too many symbols')
      }
      left--
      return readSymbol(bits, tables[selectors[group]!]!)
    },
  }
}

function readUsed(bits: BitReader): Uint8Array {
  const ranges = bits.read(16)
  const used: number[] = []
  for (let range = 0; range < 16; range++) {
    const members = (ranges >>> (15 - range)) & 1 ? bits.read(16) : 0
    for (let at = 0; at < 16; at++) if ((members >>> (15 - at)) & 1) used.push(16 * range + at)
  }
  return Uint8Array.from(used)
}

/** Each is a place in a list of tables, to whose front it then moves. */
function readSelectors(bits: BitReader, tableCount: number, count: number): Uint8Array {
  const order = Array.from({ length: tableCount }, (_, index) => index)
  return Uint8Array.from({ length: count }, () => {
    let place = 0
    while (bits.read(1) === 1) place++
    const [table] = order.splice(place, 1)
    if (table === undefined) throw broken('a block has no such table')
    order.unshift(table)
    return table
  })
}

/** Of the code of each symbol, as differences. */
function readLengths(bits: BitReader, count: number): Uint8Array {
  let length = bits.read(5)
  return Uint8Array.from({ length: count }, () => {
    while (bits.read(1) === 1) length += bits.read(1) === 0 ? 1 : -1
    if (length < 1 || length > maxBits) throw broken('a code is too long')
    return length
  })
}

/** Codes of one length are numbers in a row. */
interface Table {
  /** By length: the highest code, and what is subtracted for the place of its symbol. */
  highest: Int32Array
  bases: Int32Array
  symbols: number[]
  shortest: number
}

function tableOf(lengths: Uint8Array): Table {
  const [highest, bases] = [new Int32Array(maxBits + 1), new Int32Array(maxBits + 1)]
  const symbols: number[] = []
  let code = 0
  for (let length = 1; length <= maxBits; length++) {
    bases[length] = code - symbols.length
    for (const [symbol, own] of lengths.entries()) if (own === length) symbols.push(symbol)
    code = bases[length]! + symbols.length
    highest[length] = code - 1
    code *= 2
  }
  return { highest, bases, symbols, shortest: Math.min(...lengths) }
}

function readSymbol(bits: BitReader, { highest, bases, symbols, shortest }: Table): number {
  let code = bits.read(shortest)
  for (let length = shortest; length <= maxBits; length++) {
    if (code <= highest[length]!) {
      const symbol = symbols[code - bases[length]!]
      if (symbol === undefined) break
      return symbol
    }
    code = code * 2 + bits.read(1)
  }
  throw broken('a code has no symbol')
}

const broken = (what: string) => new ArchiveFault('archive-broken', `The compressed file is broken: ${what}.`)
