import { formatPurl, parsePurl } from '../../purl.ts'
import { shortTextOf } from '../../documents/parsers/json-value.ts'
import type { FoundPackage } from '../model/cataloger.ts'

/** A package in a folder of installed ones. */
interface Installed {
  purl: { type: string; namespace: string | null; name: string; version: string }
  path: string
  licenses?: readonly string[]
  /** Where it was taken from if that is no registry; '' otherwise. */
  address?: string
  isDevelopment?: boolean
}

/** null if it has no name or version. */
export function installedPackage({
  purl,
  path,
  licenses = [],
  address = '',
  isDevelopment,
}: Installed): FoundPackage | null {
  if (shortTextOf(purl.name) === '' || shortTextOf(purl.version) === '') return null
  const text = formatPurl({ ...purl, qualifiers: {}, subpath: null })
  if (parsePurl(text) === null) return null
  return {
    purl: text,
    sureness: 'installed',
    places: [{ path }],
    ...(licenses.length > 0 && { licenses: [...licenses] }),
    ...(address !== '' && { origin: { kind: /^git|\.git\b/.test(address) ? 'git' : 'file', address } }),
    ...(isDevelopment && { isDevelopment }),
  }
}
