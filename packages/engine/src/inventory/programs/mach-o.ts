import { viewOf } from '../../byte-view.ts'
import { type ByteSource, partOf } from '../trees/byte-source.ts'
import { large, maxSections, type Program, type Section, zeroEnded } from './program.ts'

// https://github.com/apple-oss-distributions/xnu/blob/main/EXTERNAL_HEADERS/mach-o/loader.h

const magics = new Map<number, { isLittle: boolean; is64: boolean }>([
  [0xfeedface, { isLittle: false, is64: false }],
  [0xfeedfacf, { isLittle: false, is64: true }],
  [0xcefaedfe, { isLittle: true, is64: false }],
  [0xcffaedfe, { isLittle: true, is64: true }],
])
const universal = 0xcafebabe
const maxPrograms = 16
const maxCommandBytes = 4 * 1024 * 1024
const segmentCommands = new Map([
  [1, false],
  [0x19, true],
])
const writable = 2

/** All programs of the file, one for each kind of processor; none if it is none. A class of Java has the same first bytes. */
export async function readMachO(source: ByteSource): Promise<Program[]> {
  const start = await source.read(0, 8 + 20 * maxPrograms)
  if (start.length < 28) return []
  const view = viewOf(start)
  if (view.getUint32(0) !== universal) return [await readOne(source)].filter((each) => each !== null)
  const count = view.getUint32(4)
  const found: Program[] = []
  if (count > maxPrograms) return found
  for (let index = 0; index < count && 8 + 20 * (index + 1) <= start.length; index++) {
    const [offset, size] = [8, 12].map((at) => view.getUint32(8 + 20 * index + at)) as [number, number]
    const program = await readOne(partOf(source, offset, size))
    if (program) found.push(program)
  }
  return found
}

async function readOne(source: ByteSource): Promise<Program | null> {
  const header = await source.read(0, 32)
  const kind = header.length < 28 ? undefined : magics.get(viewOf(header).getUint32(0))
  if (!kind) return null
  const { isLittle, is64 } = kind
  const view = viewOf(header)
  const [count, size] = [view.getUint32(16, isLittle), view.getUint32(20, isLittle)]
  const at = is64 ? 32 : 28
  const commands = await source.read(at, at + Math.min(size, maxCommandBytes))
  const parts = partsOf(commands, count, isLittle)
  return {
    format: 'mach-o',
    isLittle,
    pointerBytes: is64 ? 8 : 4,
    ...parts,
    end: Math.max(at + size, ...parts.segments.map((each) => each.offset + each.size)),
    source,
  }
}

function partsOf(
  commands: Uint8Array,
  count: number,
  isLittle: boolean,
): Pick<Program, 'sections' | 'segments'> {
  const view = viewOf(commands)
  const sections: Section[] = []
  const segments: (Section & { isWritable: boolean })[] = []
  for (let index = 0, at = 0; index < Math.min(count, maxSections) && at + 8 <= commands.length; index++) {
    const [kind, size] = [view.getUint32(at, isLittle), view.getUint32(at + 4, isLittle)]
    const is64 = segmentCommands.get(kind)
    if (size < 8 || at + size > commands.length) break
    if (is64 !== undefined)
      addSegment(commands.subarray(at, at + size), { isLittle, is64, sections, segments })
    at += size
  }
  return { sections, segments }
}

interface Parts {
  isLittle: boolean
  is64: boolean
  sections: Section[]
  segments: (Section & { isWritable: boolean })[]
}

function addSegment(command: Uint8Array, { isLittle, is64, sections, segments }: Parts): void {
  const [headBytes, sectionBytes] = is64 ? [72, 80] : [56, 68]
  if (command.length < headBytes) return
  const view = viewOf(command)
  const field = (at64: number, at32: number) =>
    is64 ? large(view, at64, isLittle) : view.getUint32(at32, isLittle)
  const [address, offset, size] = [field(24, 24), field(40, 32), field(48, 36)]
  const isWritable = (view.getUint32(is64 ? 60 : 44, isLittle) & writable) !== 0
  if (Number.isFinite(address + offset + size))
    segments.push({ name: zeroEnded(command, 8, 16), address, offset, size, isWritable })
  for (let at = headBytes; at + sectionBytes <= command.length; at += sectionBytes) {
    const [sectionAddress, bytes] = [field(at + 32, at + 32), field(at + 40, at + 36)]
    const where = view.getUint32(at + (is64 ? 48 : 40), isLittle)
    if (Number.isFinite(sectionAddress + bytes))
      sections.push({ name: zeroEnded(command, at, 16), address: sectionAddress, offset: where, size: bytes })
  }
}
