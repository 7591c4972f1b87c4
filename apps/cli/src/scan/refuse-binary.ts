import { CommandError, exitCodes } from '../exit-codes.ts'

const start = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, at) => bytes[at] === byte)

/** Magic numbers of ELF, PE and Mach-O. */
const isProgram = (bytes: Uint8Array): boolean =>
  start(bytes, 0x7f, 0x45, 0x4c, 0x46) ||
  start(bytes, 0x4d, 0x5a) ||
  start(bytes, 0xcf, 0xfa, 0xed, 0xfe) ||
  start(bytes, 0xca, 0xfe, 0xba, 0xbe)

/** Throws if a file that was named is a program, and says how to scan it. */
export function refuseBinary(path: string, bytes: Uint8Array): void {
  if (isProgram(bytes))
    throw new CommandError(exitCodes.unsupported, `${path} is a program, not an inventory. ${wayFor(path)}`)
}

/** Why there is nothing at a path. */
export const describeMissing = (path: string): string =>
  /^[a-z\d]+(?:[._/-][a-z\d]+)*$/.test(path)
    ? `No such file or folder: ${path}. To read an image from its registry, name its tag: ${path}:latest`
    : `No such file or folder: ${path}`

const wayFor = (subject: string) =>
  `List its packages with a tool for SBOMs and scan the result, for example: syft ${subject} -o cyclonedx-json | assay scan -`
