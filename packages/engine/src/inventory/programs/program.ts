import type { ByteSource } from '../trees/byte-source.ts'

/** A named part of a program. */
export interface Section {
  name: string
  /** Where it is in memory; 0 if nowhere. */
  address: number
  /** Where it is in the file. */
  offset: number
  /** In the file, in bytes. */
  size: number
}

/** The parts of an ELF, PE, Mach-O or WebAssembly file; of a universal Mach-O file, of one of its programs. */
export interface Program {
  format: 'elf' | 'pe' | 'mach-o' | 'wasm'
  isLittle: boolean
  pointerBytes: 4 | 8
  /** PE only: the address that those in its tables are counted from. */
  base?: number
  sections: readonly Section[]
  /** What is loaded into memory, for addresses. */
  segments: readonly (Section & { isWritable: boolean })[]
  /** Where the last part ends: what follows was appended. */
  end: number
  /** From the program's start. */
  source: ByteSource
}

export const maxSections = 10_000

/** The bytes of a section, at most so many; null if there is none of the name. */
export async function readSection(
  { sections, source }: Program,
  name: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const section = sections.find((each) => each.name === name && each.size > 0)
  if (!section || section.size > maxBytes) return null
  return source.read(section.offset, section.offset + section.size)
}

/** Where an address is in the file; null if nothing of the file is there. */
export function offsetOf({ segments }: Pick<Program, 'segments'>, address: number): number | null {
  const segment = segments.find((each) => address >= each.address && address < each.address + each.size)
  return segment ? segment.offset + address - segment.address : null
}

/** A whole number of 8 bytes; NaN beyond 2^53, which no file reaches. */
export function large(view: DataView, at: number, isLittle: boolean): number {
  const value = Number(view.getBigUint64(at, isLittle))
  return Number.isSafeInteger(value) ? value : NaN
}

const latin1 = new TextDecoder('latin1')

/** A text that ends at a zero byte or the limit. */
export function zeroEnded(bytes: Uint8Array, at: number, maxLength = 256): string {
  const field = bytes.subarray(at, at + maxLength)
  const end = field.indexOf(0)
  return latin1.decode(end < 0 ? field : field.subarray(0, end))
}

/** Position of bytes within others; -1 if they are not there. */
export function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, from = 0): number {
  for (let at = bytes.indexOf(wanted[0]!, from); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (at + wanted.length > bytes.length) return -1
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}
