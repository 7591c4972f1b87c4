import { recordOf, shortTextOf, textOf } from '../../../documents/parsers/json-value.ts'
import { readJson } from '../../../documents/parsers/json-document.ts'
import { childOf, childText, readXml } from '../../../documents/parsers/xml-document.ts'
import type { Cataloger, FoundPackage, KeptFile } from '../../model/cataloger.ts'
import { folderOf } from '../../trees/tree.ts'
import { controlFields } from '../control-fields.ts'
import { installedPackage } from '../installed-package.ts'
import { foundOsPackage } from '../os-package.ts'
import { textOfFile } from '../text-lines.ts'

/** Files at the root of an archive that is a package, with what they say of it. */
const readers: readonly [path: RegExp, read: (file: KeptFile) => FoundPackage | null][] = [
  [/^\.PKGINFO$/, pkgInfo],
  [/^[^/]+\.nuspec$/i, nuspec],
  [/^package\/package\.json$/, npmPackage],
  [/^[^/]+\/PKG-INFO$/, sourceDistribution],
  [/^[^/]+\/Cargo\.toml$/, crate],
]

/** The package that an archive is: of Alpine, Arch, NuGet, npm, Cargo, or a source distribution of Python. */
export const packageFiles: Cataloger = {
  id: 'package-files',
  claims: (path) => readers.some(([pattern]) => pattern.test(path)),
  read(file) {
    const found = readers.find(([pattern]) => pattern.test(file.path))?.[1](file)
    return { packages: found ? [found] : [], issues: [] }
  },
}

/** Lines 'key = value'. Only Arch names a base. */
function pkgInfo({ path, bytes }: KeptFile): FoundPackage | null {
  const text = textOfFile(bytes)
  const get = (key: string) => new RegExp(`^${key} = (.*?)\\s*$`, 'm').exec(text)?.[1] ?? ''
  const isArch = get('pkgbase') !== ''
  const upstream = isArch ? get('pkgbase') : get('origin')
  const isAlpine = /alpine/i.test(`${get('packager')} ${get('maintainer')} ${get('url')}`)
  const namespace = isArch ? 'arch' : isAlpine ? 'alpine' : null
  return foundOsPackage(
    {
      type: isArch ? 'alpm' : 'apk',
      name: get('pkgname'),
      version: get('pkgver'),
      arch: get('arch'),
      qualifiers: { upstream: upstream === get('pkgname') ? '' : upstream },
      licenses: [get('license')].filter((license) => license !== ''),
    },
    { system: { id: '', name: '', namespace, distro: null }, path },
  )
}

function nuspec({ path, bytes }: KeptFile): FoundPackage | null {
  const { root } = readXml({ path, bytes })
  const metadata = childOf(root, 'metadata')
  const license = childText(metadata, 'license')
  return installedPackage({
    purl: {
      type: 'nuget',
      namespace: null,
      name: childText(metadata, 'id'),
      version: childText(metadata, 'version'),
    },
    path,
    licenses: license === '' ? [] : [license],
  })
}

function npmPackage({ path, bytes }: KeptFile): FoundPackage | null {
  const json = recordOf(readJson({ path, bytes }).json)
  const [name, at] = [shortTextOf(json['name']), shortTextOf(json['name']).lastIndexOf('/')]
  return installedPackage({
    purl: {
      type: 'npm',
      namespace: at > 0 ? name.slice(0, at) : null,
      name: name.slice(at + 1),
      version: shortTextOf(json['version']),
    },
    path,
    licenses: [textOf(json['license'])].filter((license) => license !== ''),
  })
}

/** In a folder that is called as the package: another one is a project. */
const inFolder = (path: string, name: string, version: string): boolean =>
  folderOf(path)
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-') === `${name}-${version}`.toLowerCase().replaceAll(/[-_.]+/g, '-')

function sourceDistribution({ path, bytes }: KeptFile): FoundPackage | null {
  const get = controlFields(textOfFile(bytes))
  const [name, version] = [get('name'), get('version')]
  if (!inFolder(path, name, version)) return null
  return installedPackage({ purl: { type: 'pypi', namespace: null, name, version }, path })
}

function crate({ path, bytes }: KeptFile): FoundPackage | null {
  const section = /^\[package\]\s*$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(textOfFile(bytes))?.[1] ?? ''
  const get = (key: string) => new RegExp(`^${key}\\s*=\\s*"([^"]*)"`, 'm').exec(section)?.[1] ?? ''
  const [name, version] = [get('name'), get('version')]
  if (!inFolder(path, name, version)) return null
  return installedPackage({
    purl: { type: 'cargo', namespace: null, name, version },
    path,
    licenses: [get('license')].filter((license) => license !== ''),
  })
}
