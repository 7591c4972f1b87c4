import { viewOf } from '../../byte-view.ts'
import type { ByteSource } from '../trees/byte-source.ts'
import { large, maxSections, type Program, type Section, zeroEnded } from './program.ts'

// https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html

const maxNameBytes = 4 * 1024 * 1024
const noBits = 8

interface Reader {
  source: ByteSource
  isLittle: boolean
  is64: boolean
}

/** null if it is none. */
export async function readElf(source: ByteSource): Promise<Program | null> {
  const header = await source.read(0, 64)
  if (header.length < 52 || zeroEnded(header, 1, 3) !== 'ELF' || header[0] !== 0x7f) return null
  const reader = { source, isLittle: header[5] === 1, is64: header[4] === 2 }
  if (reader.is64 && header.length < 64) return null
  const places = placesOf(header, reader)
  const { sections, end } = await readSections(places, reader)
  const segments = await readSegments(places, reader)
  return {
    format: 'elf',
    isLittle: reader.isLittle,
    pointerBytes: reader.is64 ? 8 : 4,
    sections,
    segments,
    end: Math.max(end, ...segments.map(({ offset, size }) => offset + size)),
    source,
  }
}

function placesOf(header: Uint8Array, { isLittle, is64 }: Reader) {
  const view = viewOf(header)
  const counts = is64 ? 0x36 : 0x2a
  const [segmentBytes, segmentCount, sectionBytes, sectionCount, nameIndex] = [0, 2, 4, 6, 8].map((at) =>
    view.getUint16(counts + at, isLittle),
  ) as [number, number, number, number, number]
  const addressAt = (at64: number, at32: number) =>
    is64 ? large(view, at64, isLittle) : view.getUint32(at32, isLittle)
  return {
    segments: { at: addressAt(0x20, 0x1c), bytes: segmentBytes, count: segmentCount },
    sections: { at: addressAt(0x28, 0x20), bytes: sectionBytes, count: sectionCount },
    nameIndex,
  }
}

type Places = ReturnType<typeof placesOf>

interface RawSection extends Omit<Section, 'name'> {
  nameAt: number
  type: number
}

/** Without sections, a program is stripped of them. */
async function readSections(
  { sections, nameIndex }: Places,
  reader: Reader,
): Promise<{ sections: Section[]; end: number }> {
  const { at, bytes: size } = sections
  const wanted = reader.is64 ? 64 : 40
  if (!(at > 0) || size < wanted) return { sections: [], end: 0 }
  // More than 65,279 sections are counted in the first one.
  const count = Math.min(sections.count, maxSections)
  const table = await reader.source.read(at, at + count * size)
  const raw: RawSection[] = []
  for (let index = 0; (index + 1) * size <= table.length; index++)
    raw.push(rawSection(table.subarray(index * size, (index + 1) * size), reader))
  const names = raw[nameIndex]
  const texts = names
    ? await reader.source.read(names.offset, names.offset + Math.min(names.size, maxNameBytes))
    : new Uint8Array()
  const found = raw
    .filter(({ type, offset, size: bytes }) => type !== noBits && Number.isFinite(offset + bytes))
    .map(({ nameAt, address, offset, size: bytes }) => ({
      name: zeroEnded(texts, nameAt),
      address,
      offset,
      size: bytes,
    }))
  const ends = found.map(({ offset, size: bytes }) => offset + bytes)
  return { sections: found, end: Math.max(at + count * size, ...ends) }
}

function rawSection(bytes: Uint8Array, { isLittle, is64 }: Reader): RawSection {
  const view = viewOf(bytes)
  const at = (at64: number, at32: number) =>
    is64 ? large(view, at64, isLittle) : view.getUint32(at32, isLittle)
  return {
    nameAt: view.getUint32(0, isLittle),
    type: view.getUint32(4, isLittle),
    address: at(0x10, 0x0c),
    offset: at(0x18, 0x10),
    size: at(0x20, 0x14),
  }
}

const loaded = 1
const writable = 2

async function readSegments({ segments }: Places, reader: Reader): Promise<Program['segments']> {
  const { at, bytes: size, count } = segments
  const { isLittle, is64 } = reader
  if (!(at > 0) || size < (is64 ? 56 : 32)) return []
  const table = await reader.source.read(at, at + Math.min(count, maxSections) * size)
  const found: (Section & { isWritable: boolean })[] = []
  for (let start = 0; start + size <= table.length; start += size) {
    const view = viewOf(table.subarray(start, start + size))
    const field = (at64: number, at32: number) =>
      is64 ? large(view, at64, isLittle) : view.getUint32(at32, isLittle)
    const [offset, address, bytes] = [field(8, 4), field(0x10, 8), field(0x20, 0x10)]
    const flags = view.getUint32(is64 ? 4 : 24, isLittle)
    if (view.getUint32(0, isLittle) === loaded && Number.isFinite(offset + address + bytes))
      found.push({ name: '', address, offset, size: bytes, isWritable: (flags & writable) !== 0 })
  }
  return found
}
