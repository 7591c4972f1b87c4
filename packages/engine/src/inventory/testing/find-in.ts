import { catalogFiles, type Catalog } from '../catalog.ts'
import { isWanted } from '../kept-files.ts'
import { bytesOf } from './make-archives.ts'

/** What all catalogers find in files by path. */
export function findIn(files: Readonly<Record<string, string | Uint8Array>>): Catalog {
  const kept = Object.entries(files)
    .filter(([path]) => isWanted(path))
    .map(([path, content]) => [path, { path, bytes: bytesOf(content) }] as const)
  return catalogFiles({ files: new Map(kept), issues: [] })
}

export const purlsIn = (files: Readonly<Record<string, string | Uint8Array>>): string[] =>
  findIn(files).packages.map(({ purl }) => decodeURIComponent(purl))

export const osRelease = (id: string, version = '', name = ''): Record<string, string> => ({
  'etc/os-release': `ID=${id}\n${version === '' ? '' : `VERSION_ID="${version}"\n`}${name === '' ? '' : `PRETTY_NAME="${name}"\n`}`,
})
