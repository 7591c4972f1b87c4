import { viewOf } from '../../byte-view.ts'
import type { ByteSource } from '../trees/byte-source.ts'
import { large, maxSections, type Program, zeroEnded } from './program.ts'

// https://learn.microsoft.com/windows/win32/debug/pe-format

const large64 = 0x20b
const writable = 0x80000000

/** null if it is none, such as a program for DOS. */
export async function readPe(source: ByteSource): Promise<Program | null> {
  const start = await source.read(0, 64)
  if (start.length < 64 || start[0] !== 0x4d || start[1] !== 0x5a) return null
  const at = viewOf(start).getUint32(0x3c, true)
  const header = await source.read(at, at + 24 + 96)
  if (header.length < 24 + 32 || zeroEnded(header, 0, 4) !== 'PE') return null
  const view = viewOf(header)
  const [count, optionalBytes] = [view.getUint16(6, true), view.getUint16(20, true)]
  const is64 = view.getUint16(24, true) === large64
  const preferred = is64 ? large(view, 24 + 24, true) : view.getUint32(24 + 28, true)
  const tableAt = at + 24 + optionalBytes
  const table = await source.read(tableAt, tableAt + 40 * Math.min(count, maxSections))
  const base = Number.isFinite(preferred) ? preferred : 0
  const sections = sectionsOf(table, base)
  return {
    format: 'pe',
    isLittle: true,
    pointerBytes: is64 ? 8 : 4,
    base,
    sections,
    segments: sections,
    end: Math.max(tableAt, ...sections.map(({ offset, size }) => offset + size)),
    source,
  }
}

function sectionsOf(table: Uint8Array, base: number): Program['segments'] {
  const view = viewOf(table)
  return Array.from({ length: Math.floor(table.length / 40) }, (_, index) => {
    const at = 40 * index
    return {
      name: zeroEnded(table, at, 8),
      address: base + view.getUint32(at + 12, true),
      size: view.getUint32(at + 16, true),
      offset: view.getUint32(at + 20, true),
      isWritable: view.getUint32(at + 36, true) >= writable,
    }
  })
}
