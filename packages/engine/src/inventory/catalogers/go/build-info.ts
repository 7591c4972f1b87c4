import { viewOf } from '../../../byte-view.ts'
import type { Program, Section } from '../../programs/program.ts'
import { indexOfBytes, large, offsetOf } from '../../programs/program.ts'
import { unsigned } from '../../programs/wasm.ts'

// https://pkg.go.dev/debug/buildinfo, https://github.com/golang/go/blob/master/src/debug/buildinfo/buildinfo.go

/** What Go's linker writes: the version of Go, and the text that 'go version -m' prints. */
export interface BuildInfo {
  version: string
  modules: string
}

const magic = new Uint8Array([0xff, ...new TextEncoder().encode(' Go buildinf:')])
const headerBytes = 32
const searchedBytes = 4 * 1024 * 1024
const maxTextBytes = 16 * 1024 * 1024
const flags = { bigEndian: 1, inline: 2 }

/** null if Go did not build it. */
export async function readBuildInfo(program: Program): Promise<BuildInfo | null> {
  const place = placeOf(program)
  if (!place) return null
  const bytes = await program.source.read(place.offset, place.offset + Math.min(place.size, searchedBytes))
  for (let at = indexOfBytes(bytes, magic); at >= 0; at = indexOfBytes(bytes, magic, at + 1)) {
    // The text itself is in many programs that look for it.
    if (at % 16 !== 0 || at + headerBytes > bytes.length) continue
    const isInline = (bytes[at + 15]! & flags.inline) !== 0
    return isInline ? inlineAt(program, place.offset + at + headerBytes) : pointedAt(program, bytes, at)
  }
  return null
}

/** Its own section, or of old versions the first one with data that can change. */
function placeOf({ format, sections, segments }: Program): Section | undefined {
  const own = sections.find(({ name }) => name === '.go.buildinfo' || name === '__go_buildinfo')
  if (own || format === 'wasm') return own
  if (format === 'mach-o') return segments.find(({ name }) => name === '__DATA')
  return segments.find(({ isWritable, size }) => isWritable && size > 0)
}

/** Since Go 1.18: both texts follow, each after its length. */
async function inlineAt({ source }: Program, offset: number): Promise<BuildInfo | null> {
  const version = await textAt(offset)
  const modules = version && (await textAt(version.end))
  return modules && { version: decoder.decode(version.bytes), modules: withoutMarks(modules.bytes) }

  async function textAt(at: number): Promise<{ bytes: Uint8Array; end: number } | null> {
    const length = unsigned(await source.read(at, at + 10), 0)
    if (!length || length.value > maxTextBytes) return null
    const start = at + length.end
    const bytes = await source.read(start, start + length.value)
    return bytes.length < length.value ? null : { bytes, end: start + length.value }
  }
}

/** Before: the addresses of two texts, each of which is an address and a length. */
async function pointedAt(program: Program, bytes: Uint8Array, at: number): Promise<BuildInfo | null> {
  const isLittle = (bytes[at + 15]! & flags.bigEndian) === 0
  const size = bytes[at + 14] === 8 ? 8 : 4
  const view = viewOf(bytes)
  const [version, modules] = await Promise.all([
    textBehind(pointer(view, at + 16, { size, isLittle })),
    textBehind(pointer(view, at + 16 + size, { size, isLittle })),
  ])
  return version === null
    ? null
    : { version: decoder.decode(version), modules: modules === null ? '' : withoutMarks(modules) }

  async function textBehind(address: number): Promise<Uint8Array | null> {
    const offset = offsetOf(program, address)
    if (offset === null) return null
    const header = await program.source.read(offset, offset + 2 * size)
    if (header.length < 2 * size) return null
    const start = offsetOf(program, pointer(viewOf(header), 0, { size, isLittle }))
    const length = pointer(viewOf(header), size, { size, isLittle })
    return start === null || !(length <= maxTextBytes) ? null : program.source.read(start, start + length)
  }
}

const pointer = (
  view: DataView,
  at: number,
  { size, isLittle }: { size: 4 | 8; isLittle: boolean },
): number => (size === 8 ? large(view, at, isLittle) : view.getUint32(at, isLittle))

const decoder = new TextDecoder()

/** Marks of 16 bytes surround the list of modules, so that it is found in a running program. */
const withoutMarks = (bytes: Uint8Array): string =>
  bytes.length >= 33 && bytes[bytes.length - 17] === 0x0a ? decoder.decode(bytes.subarray(16, -16)) : ''
