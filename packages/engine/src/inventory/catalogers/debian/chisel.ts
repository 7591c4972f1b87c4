import { readJson } from '../../../documents/parsers/json-document.ts'
import { recordOf, shortTextOf } from '../../../documents/parsers/json-value.ts'
import type { Issue } from '../../../inventory.ts'
import type { Cataloger, FoundPackage } from '../../model/cataloger.ts'
import { foundOsPackage } from '../os-package.ts'
import { textOfFile } from '../text-lines.ts'

// https://documentation.ubuntu.com/chisel/en/latest/reference/manifest/

const pattern = /^(?:(.*)\/)?var\/lib\/chisel\/manifest\.wall$/s

/** The packages of Ubuntu of which an image has slices, and no database: lines of JSON, compressed with zstd. */
export const chisel: Cataloger = {
  id: 'chisel',
  isCompressed: true,
  claims: (path) => pattern.test(path),
  read({ path, bytes }, { systemAt }) {
    const system = systemAt(pattern.exec(path)?.[1] ?? '')
    const packages = textOfFile(bytes)
      .split('\n')
      .filter((line) => line.includes('"package"'))
      .flatMap((line): FoundPackage[] => {
        const { json } = readJson({ path, bytes: new TextEncoder().encode(line) })
        const { kind, name, version, arch } = recordOf(json)
        const slice = {
          type: 'deb',
          name: shortTextOf(name),
          version: shortTextOf(version),
          arch: shortTextOf(arch),
        }
        const found = foundOsPackage(slice, { system, path })
        return kind === 'package' && found ? [found] : []
      })
    return { packages, issues: [packages.length > 0 ? withoutSources(path) : withoutPackages(path)] }
  },
}

const withoutPackages = (where: string): Issue => ({
  code: 'database-broken',
  message: 'The manifest of Chisel lists no packages.',
  where,
  isUnread: true,
})

/** Ubuntu lists vulnerabilities by source package: those of libssl3 under openssl. */
const withoutSources = (where: string): Issue => ({
  code: 'sources-unnamed',
  message:
    'The manifest of Chisel does not name source packages, and advisories do: only those of packages that are called as their source are found.',
  where,
  gap: 'file-unsupported',
})
