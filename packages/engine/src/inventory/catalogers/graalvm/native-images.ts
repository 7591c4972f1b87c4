import { viewOf } from '../../../byte-view.ts'
import type { ContentContext, Found, ProgramCataloger } from '../../model/cataloger.ts'
import { large, offsetOf, type Program, readSection, zeroEnded } from '../../programs/program.ts'
import { unpackFile } from '../../trees/unpack.ts'
import { readEmbedded } from '../embedded-document.ts'

// https://www.graalvm.org/latest/security-guide/native-image/sbom/

const maxSymbolBytes = 64 * 1024 * 1024
const maxPackedBytes = 16 * 1024 * 1024
const maxSbomBytes = 64 * 1024 * 1024

/** The SBOM that GraalVM puts into a native image. */
export const nativeImages: ProgramCataloger = {
  id: 'native-images',
  async read(program, context) {
    const packed = (await readSection(program, '.sbom', maxPackedBytes)) ?? (await behindSymbols(program))
    if (packed === null || packed[0] !== 0x1f || packed[1] !== 0x8b) return { packages: [], issues: [] }
    return readSbom(packed, context)
  },
}

async function readSbom(packed: Uint8Array, context: ContentContext): Promise<Found> {
  const bytes = await unpackFile(packed, maxSbomBytes, context)
  if (bytes === null) return { packages: [], issues: [] }
  return readEmbedded({ path: context.path, name: 'sbom.cdx.json', bytes })
}

/** The program of an image has a heap of its own, so that others are not searched for symbols. */
async function behindSymbols(program: Program): Promise<Uint8Array | null> {
  if (program.format !== 'elf' || !program.sections.some(({ name }) => name === '.svm_heap')) return null
  const addresses = await addressesOf(program, ['sbom', 'sbom_length'])
  const [start, lengthAt] = ['sbom', 'sbom_length'].map((name) => {
    const address = addresses.get(name)
    return address === undefined ? null : offsetOf(program, address)
  }) as [number | null, number | null]
  if (start === null || lengthAt === null) return null
  const field = await program.source.read(lengthAt, lengthAt + 8)
  const length = field.length === 8 ? large(viewOf(field), 0, program.isLittle) : NaN
  return length > 0 && length <= maxPackedBytes ? program.source.read(start, start + length) : null
}

const symbolBytes = 24

/** Of exported symbols, else of all. */
async function addressesOf(program: Program, names: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const [table, texts] of [
    ['.dynsym', '.dynstr'],
    ['.symtab', '.strtab'],
  ] as const) {
    const [symbols, strings] = [
      await readSection(program, table, maxSymbolBytes),
      await readSection(program, texts, maxSymbolBytes),
    ]
    if (!symbols || !strings || program.pointerBytes !== 8) continue
    const view = viewOf(symbols)
    for (let at = 0; at + symbolBytes <= symbols.length; at += symbolBytes) {
      const name = zeroEnded(strings, view.getUint32(at, program.isLittle), 16)
      if (names.includes(name)) found.set(name, large(view, at + 8, program.isLittle))
    }
    if (found.size === names.length) break
  }
  return found
}
