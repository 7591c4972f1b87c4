import { viewOf } from '../../../byte-view.ts'
import type { ProgramCataloger } from '../../model/cataloger.ts'
import { indexOfBytes, large, type Program } from '../../programs/program.ts'
import { readEmbedded } from '../embedded-document.ts'

// https://github.com/dotnet/designs/blob/main/accepted/2020/single-file/bundler.md

/** SHA-256 of '.net core bundle'; the 8 bytes before it say where the list of files is. */
const mark = new Uint8Array([
  0x8b, 0x12, 0x02, 0xb9, 0x6a, 0x61, 0x20, 0x38, 0x72, 0x7b, 0x93, 0x02, 0x14, 0xd7, 0xa0, 0x32, 0x13, 0xf5,
  0xb9, 0xe6, 0xef, 0xae, 0x33, 0x18, 0xee, 0x3b, 0x2d, 0xce, 0x24, 0xb3, 0x6a, 0xae,
])
const maxSearchedBytes = 32 * 1024 * 1024
const maxDepsBytes = 16 * 1024 * 1024
const dataSections = new Set(['.data', '.rodata', '.rdata', '.data.rel.ro', '__data', '__const'])

/** Programs that .NET's SDK has published as a single file. */
export const dotnetSingleFiles: ProgramCataloger = {
  id: 'dotnet-single-files',
  async read(program, { path }) {
    const header = await bundleHeader(program)
    if (header === null) return { packages: [], issues: [] }
    const deps = await program.source.read(header.offset, header.offset + header.size)
    return readEmbedded({ path, name: 'app.deps.json', bytes: deps })
  },
}

/** Only what follows the program itself can be a bundle, so that others are not searched. */
async function bundleHeader(program: Program): Promise<{ offset: number; size: number } | null> {
  if (program.source.size <= program.end && program.format !== 'mach-o') return null
  for (const { name, offset, size } of program.sections) {
    if (!dataSections.has(name) || size > maxSearchedBytes) continue
    const bytes = await program.source.read(offset, offset + size)
    const at = indexOfBytes(bytes, mark)
    if (at < 8) continue
    const header = large(viewOf(bytes), at - 8, true)
    return header > 0 ? depsIn(program, header) : null
  }
  return null
}

/** Version, number of files, an id with its length, then where the list of dependencies is. */
async function depsIn({ source }: Program, at: number): Promise<{ offset: number; size: number } | null> {
  const bytes = await source.read(at, at + 13 + 128 + 16)
  if (bytes.length < 13) return null
  const view = viewOf(bytes)
  const [major, idBytes] = [view.getUint32(0, true), bytes[12]!]
  const start = 13 + idBytes
  if (major < 2 || idBytes > 127 || start + 16 > bytes.length) return null
  const [offset, size] = [large(view, start, true), large(view, start + 8, true)]
  return offset > 0 && size > 0 && size <= maxDepsBytes ? { offset, size } : null
}
