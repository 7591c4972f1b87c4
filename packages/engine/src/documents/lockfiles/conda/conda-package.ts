import type { ListedPackage, PackageKind } from '../package-list.ts'
import { archiveOf, pythonKind } from '../python/python-package.ts'

/** conda has no advisories of its own. Its names are often, but not always, those of PyPI. */
export const condaKind: PackageKind = { purlType: 'conda' }

/** '…/linux-64/name-1.0-build.conda': name and version are before the last two hyphens. */
export function condaArchive(address: string): Pick<ListedPackage, 'name' | 'version'> | null {
  const file = address.split(/[?#]/, 1)[0]!.split('/').at(-1)!
  const [, name, version] = /^(.+)-([^-]+)-[^-]+\.(?:conda|tar\.bz2)$/.exec(file) ?? []
  return name === undefined ? null : { name, version: version! }
}

export function pypiArchive(address: string): Pick<ListedPackage, 'name' | 'version' | 'kind'> | null {
  const archive = archiveOf(address)
  return archive && { ...archive, kind: pythonKind }
}
