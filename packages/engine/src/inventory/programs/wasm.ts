import type { ByteSource } from '../trees/byte-source.ts'
import { maxSections, type Program, type Section, zeroEnded } from './program.ts'

// https://webassembly.github.io/spec/core/binary/modules.html

/** Custom sections of a WebAssembly module; null if it is none. */
export async function readWasm(source: ByteSource): Promise<Program | null> {
  const start = await source.read(0, 8)
  if (start.length < 8 || start[0] !== 0 || zeroEnded(start, 1, 3) !== 'asm') return null
  const sections: Section[] = []
  let at = 8
  for (let count = 0; at < source.size && count < maxSections; count++) {
    const header = await source.read(at, at + headerBytes)
    const size = unsigned(header, 1)
    if (header.length === 0 || size === null) break
    const begin = at + size.end
    if (header[0] === 0) addCustom(header, { begin, size, sections })
    at = begin + size.value
  }
  const program = { format: 'wasm', isLittle: true, pointerBytes: 4, segments: [] } as const
  return { ...program, sections, end: Math.min(at, source.size), source }
}

/** Enough for the name of a section that is looked for. */
const headerBytes = 64

interface Varint {
  value: number
  end: number
}

/** An unsigned LEB128 of at most 32 bits. */
export function unsigned(bytes: Uint8Array, at: number): Varint | null {
  let value = 0
  for (let index = 0; index < 5 && at + index < bytes.length; index++) {
    const byte = bytes[at + index]!
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, end: at + index + 1 }
  }
  return null
}

function addCustom(
  header: Uint8Array,
  { begin, size, sections }: { begin: number; size: Varint; sections: Section[] },
): void {
  const length = unsigned(header, size.end)
  if (!length || length.end + length.value > header.length) return
  const name = zeroEnded(header, length.end, length.value)
  const skipped = length.end + length.value - size.end
  if (skipped <= size.value)
    sections.push({ name, address: 0, offset: begin + skipped, size: size.value - skipped })
}
