import { viewOf } from '../../../byte-view.ts'
import { ownProperty } from '../../../own-property.ts'
import { parsePurl } from '../../../purl.ts'
import { recordOf, shortTextOf } from '../../../documents/parsers/json-value.ts'
import { readJson } from '../../../documents/parsers/json-document.ts'
import type { FoundPackage, ProgramCataloger } from '../../model/cataloger.ts'
import { type Program, readSection, zeroEnded } from '../../programs/program.ts'
import { distributionOf } from '../../systems/distributions.ts'
import { foundOsPackage } from '../os-package.ts'
import { textOfFile } from '../text-lines.ts'

// https://systemd.io/PACKAGE_METADATA_FOR_EXECUTABLE_FILES/

const maxNoteBytes = 64 * 1024
const kind = 0xcafe1a7e

/** Which package of which distribution a program is from, also without that distribution's database. */
export const packageNotes: ProgramCataloger = {
  id: 'package-notes',
  async read(program, { path }) {
    const bytes = await readSection(program, '.note.package', maxNoteBytes)
    const text = bytes && noteOf(bytes, program)
    const found = text === null ? null : packageOf(text, path)
    return { packages: found ? [{ ...found, isNote: true }] : [], issues: [] }
  },
}

/** Lengths of owner and text, a kind, then both, padded to 4 bytes. */
function noteOf(bytes: Uint8Array, { isLittle }: Program): Uint8Array | null {
  const view = viewOf(bytes)
  for (let at = 0; at + 12 <= bytes.length;) {
    const [ownerBytes, textBytes, type] = [0, 4, 8].map((offset) =>
      view.getUint32(at + offset, isLittle),
    ) as [number, number, number]
    const start = at + 12 + padded(ownerBytes)
    if (type === kind && zeroEnded(bytes, at + 12, ownerBytes) === 'FDO')
      return bytes.subarray(start, start + textBytes)
    at = start + padded(textBytes)
  }
  return null
}

const padded = (length: number): number => Math.ceil(length / 4) * 4

function packageOf(bytes: Uint8Array, path: string): FoundPackage | null {
  const text = textOfFile(bytes)
  const note = recordOf(readJson({ path, bytes: new TextEncoder().encode(text) }).json)
  const get = (key: string) => shortTextOf(ownProperty(note, key))
  const named = parsePurl(get('purl'))
  if (named?.version) return { purl: get('purl'), sureness: 'installed', places: [{ path }] }
  // 'cpe:/o:fedoraproject:fedora:40' in notes without a system.
  const [, product, release] = /^cpe:(?:2\.3:|\/)o:[^:]*:([^:]+):([^:]+)/.exec(get('osCpe')) ?? []
  const id = (get('os') || (product ?? '')).toLowerCase()
  const type = get('type')
  if (!/^(?:deb|rpm|apk|alpm)$/.test(type)) return null
  const version = get('osVersion') || (release ?? '')
  const known =
    id === '' ? { namespace: null, distro: null } : distributionOf(id, new Map([['VERSION_ID', version]]))
  return foundOsPackage(
    { type, name: get('name'), version: get('version'), arch: get('architecture') },
    { system: { id, name: '', ...known }, path },
  )
}
