import { CommandError, exitCodes } from '../exit-codes.ts'

const start = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, at) => bytes[at] === byte)
const hasText = (bytes: Uint8Array, text: string, at: number) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** Formats that contain packages but are not inventories, by their first bytes. */
const kinds: readonly [kind: string, isKind: (bytes: Uint8Array) => boolean][] = [
  ['an archive', (bytes) => start(bytes, 0x50, 0x4b, 0x03, 0x04)],
  ['a tar archive, such as a container image', (bytes) => hasText(bytes, 'ustar', 257)],
  ['a compressed file', (bytes) => start(bytes, 0x1f, 0x8b) || start(bytes, 0x28, 0xb5, 0x2f, 0xfd)],
  ['a program', (bytes) => start(bytes, 0x7f, 0x45, 0x4c, 0x46) || start(bytes, 0x4d, 0x5a)],
  ['a program', (bytes) => start(bytes, 0xcf, 0xfa, 0xed, 0xfe) || start(bytes, 0xca, 0xfe, 0xba, 0xbe)],
]

const javaArchive = /\.(?:jar|war|ear)$/i

/** Throws if a file that was named is an image, an archive or a program, and says how to scan it. */
export function refuseBinary(path: string, bytes: Uint8Array): void {
  const found = kinds.find(([, isKind]) => isKind(bytes))
  if (!found) return
  const what = javaArchive.test(path) ? 'a Java archive' : found[0]
  throw new CommandError(exitCodes.unsupported, `${path} is ${what}, not an inventory. ${wayFor(path)}`)
}

/** Why there is nothing at a path. */
export const describeMissing = (path: string): string =>
  /^[a-z\d]+(?:[._/-][a-z\d]+)*$/.test(path)
    ? `No such file or folder: ${path}. To read an image from its registry, name its tag: ${path}:latest`
    : `No such file or folder: ${path}`

const wayFor = (subject: string) =>
  `List its packages with a tool for SBOMs and scan the result, for example: syft ${subject} -o cyclonedx-json | assay scan -`
