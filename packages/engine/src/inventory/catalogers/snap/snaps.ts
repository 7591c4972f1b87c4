import type { Cataloger, FoundPackage } from '../../model/cataloger.ts'
import { foundOsPackage } from '../os-package.ts'
import { installedPackage } from '../installed-package.ts'
import { textOfFile } from '../text-lines.ts'

// https://documentation.ubuntu.com/snapcraft/stable/reference/snap-yaml/

const snap = /(?:^|\/)meta\/snap\.yaml$/s
const contents = /(?:^|\/)(?:snap\/manifest\.yaml|usr\/share\/snappy\/dpkg\.yaml)$/s

/** Snaps, and the packages of Ubuntu that they say were put into them. */
export const snaps: Cataloger = {
  id: 'snaps',
  claims: (path) => snap.test(path) || contents.test(path),
  read({ path, bytes }) {
    const text = textOfFile(bytes)
    if (contents.test(path)) return { packages: contentsOf(text, path), issues: [] }
    const value = (key: string) =>
      new RegExp(`^${key}:[ \\t]*["']?([^"'\\r\\n]+?)["']?[ \\t]*$`, 'm').exec(text)?.[1]
    const found = installedPackage({
      purl: { type: 'snap', namespace: null, name: value('name') ?? '', version: value('version') ?? '' },
      path,
    })
    return { packages: found ? [found] : [], issues: [] }
  },
}

/** Lines '- libc6=2.35-0ubuntu3'. Of which release they are is not said. */
function contentsOf(text: string, path: string): FoundPackage[] {
  const system = { id: 'ubuntu', name: '', namespace: 'ubuntu', distro: null }
  const packages: FoundPackage[] = []
  for (const [, name, arch = '', version] of text.matchAll(
    /^[ \t]*-[ \t]+([a-z\d][a-z\d+.-]+)(?::(\w+))?=([^\s'"]+)[ \t]*$/gm,
  )) {
    const found = foundOsPackage({ type: 'deb', name: name!, version: version!, arch }, { system, path })
    if (found) packages.push(found)
  }
  return packages
}
