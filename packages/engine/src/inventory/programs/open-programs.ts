import type { ByteSource } from '../trees/byte-source.ts'
import { readElf } from './elf.ts'
import { readMachO } from './mach-o.ts'
import { readPe } from './pe.ts'
import type { Program } from './program.ts'
import { readWasm } from './wasm.ts'

/** The parts of a program by its content; none if it is none. A universal program of macOS contains several. */
export async function openPrograms(source: ByteSource): Promise<Program[]> {
  const read = readers.get(kindOf(await source.read(0, headBytes)) ?? '')
  return read ? read(source) : []
}

const single =
  (read: (source: ByteSource) => Promise<Program | null>) =>
  async (source: ByteSource): Promise<Program[]> =>
    [await read(source)].filter((each) => each !== null)

const readers = new Map<string, (source: ByteSource) => Promise<Program[]>>([
  ['elf', single(readElf)],
  ['pe', single(readPe)],
  ['mach-o', readMachO],
  ['wasm', single(readWasm)],
])

/** As many first bytes tell whether a file is a program. */
const headBytes = 64

const magics: readonly [kind: string, magic: readonly number[]][] = [
  ['elf', [0x7f, 0x45, 0x4c, 0x46]],
  ['pe', [0x4d, 0x5a]],
  ['mach-o', [0xcf, 0xfa, 0xed, 0xfe]],
  ['mach-o', [0xce, 0xfa, 0xed, 0xfe]],
  ['mach-o', [0xfe, 0xed, 0xfa, 0xce]],
  ['mach-o', [0xfe, 0xed, 0xfa, 0xcf]],
  // Few programs in one file: a class of Java has its version there, which is larger.
  ['mach-o', [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0]],
  ['wasm', [0, 0x61, 0x73, 0x6d]],
]

const kindOf = (head: Uint8Array): string | undefined => {
  const kind = magics.find(([, magic]) => magic.every((byte, at) => head[at] === byte))?.[0]
  const isClass = kind === 'mach-o' && head[0] === 0xca && head[7]! > 16
  // A text may begin with the two letters of a PE file.
  const isText = kind === 'pe' && !head.subarray(0, headBytes).includes(0)
  return isClass || isText ? undefined : kind
}

/** Whether a file is a program, by its first bytes. */
export const isProgram = (head: Uint8Array): boolean => kindOf(head) !== undefined

/** Files that are programs by their names, and those that never are, whatever their permissions. */
const programNames = /\.(?:exe|dll|so|dylib|node|pyd|wasm|bin|elf|sys|efi)(?:\.\d+)*$/i
const otherNames =
  /\.(?:sh|bash|py|pyc|rb|pl|pm|php|js|mjs|cjs|ts|json|ya?ml|toml|xml|html?|css|md|txt|c|h|cc|cpp|hpp|java|class|go|rs|cs|map|svg|png|jpe?g|gif|jar|zip|gz|xz|zst|tar|conf|cfg|ini|lock|log|po|mo|gmo)$/i
const minBytes = 1_024

/** Whether it is worth looking at the first bytes of a file. */
export function canBeProgram(
  path: string,
  { size, isExecutable }: { size: number; isExecutable: boolean },
): boolean {
  if (size < minBytes || path.includes('.git/') || otherNames.test(path)) return false
  if (programNames.test(path) || isExecutable) return true
  // Without permissions, as in a zip archive or of a download.
  return !/\.[a-z][a-z\d]*$/i.test(path.slice(path.lastIndexOf('/') + 1))
}
