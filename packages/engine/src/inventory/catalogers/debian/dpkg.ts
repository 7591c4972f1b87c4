import type { Cataloger, Found, FoundPackage } from '../../model/cataloger.ts'
import { foundOsPackage, type OsPackage, rebuilderOf } from '../os-package.ts'
import { paragraphsOf, textOfFile } from '../text-lines.ts'

// https://manpages.debian.org/stable/dpkg/dpkg-query.1.en.html, https://manpages.debian.org/stable/dpkg-dev/deb-control.5.en.html

const pattern = /^(?:(.*)\/)?var\/lib\/dpkg\/status(?:\.d\/(?!.*\.md5sums$)[^/]+)?$/s

/** The database of Debian's packages, and the single files of images without a package manager. */
export const dpkg: Cataloger = {
  id: 'dpkg',
  isDatabase: true,
  claims: (path) => pattern.test(path),
  read({ path, bytes }, { systemAt }) {
    const system = systemAt(pattern.exec(path)?.[1] ?? '')
    return readParagraphs(bytes, (fields, line) => {
      const found = debPackage(fields, 'deb')
      return found && foundOsPackage(found, { system, path, line })
    })
  },
}

/** Who builds packages for which distribution, and how their versions name its release. */
const builders: readonly [namespace: string, people: RegExp, release: RegExp][] = [
  ['ubuntu', /ubuntu|canonical/i, /[+~.]ubuntu(\d+\.\d\d)/],
  ['debian', /debian/i, /[+~.]deb(\d+)/],
]

/** The package that a .deb file is, by its control file. Its version may tell the release of the distribution. */
export function packageOfControl(bytes: Uint8Array): FoundPackage | null {
  const [paragraph] = [...paragraphsOf(textOfFile(bytes))]
  const fields = fieldsOf(paragraph?.lines ?? [])
  const found = debPackage(fields, 'deb')
  const maintainers = `${fields.get('maintainer') ?? ''} ${fields.get('original-maintainer') ?? ''}`
  const [namespace = null, , mark] = builders.find(([, people]) => people.test(maintainers)) ?? []
  const release = mark?.exec(found?.version ?? '')?.[1]
  const distro = namespace !== null && release !== undefined ? `${namespace}-${release}` : null
  const system = { id: namespace ?? '', name: '', namespace, distro }
  return found && foundOsPackage(found, { system, path: 'control' })
}

const opkgPattern = /^(?:(.*)\/)?(?:usr|var)\/lib\/opkg\/status$/s

/** OpenWrt's database, in the same format. */
export const opkg: Cataloger = {
  id: 'opkg',
  isDatabase: true,
  claims: (path) => opkgPattern.test(path),
  read({ path, bytes }, { systemAt }) {
    const system = systemAt(opkgPattern.exec(path)?.[1] ?? '')
    return readParagraphs(bytes, (fields, line) => {
      const found = debPackage(fields, 'opkg')
      return (
        found && foundOsPackage({ ...found, vendor: system.namespace ?? 'openwrt' }, { system, path, line })
      )
    })
  },
}

function readParagraphs(
  bytes: Uint8Array,
  toPackage: (fields: ReadonlyMap<string, string>, line: number) => FoundPackage | null,
): Found {
  const packages: FoundPackage[] = []
  for (const { lines, line } of paragraphsOf(textOfFile(bytes))) {
    const found = toPackage(fieldsOf(lines), line)
    if (found) packages.push(found)
  }
  return { packages, issues: [] }
}

/** Names in lower case, as they are the same in any case. Continued lines are dropped: no field that is read has any. */
function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([^\s:]+):\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined) fields.set(name.toLowerCase(), value!)
  }
  return fields
}

/** null if it is not installed: of a removed package, configuration may remain. */
function debPackage(fields: ReadonlyMap<string, string>, type: string): OsPackage | null {
  const get = (name: string) => fields.get(name) ?? ''
  const status = get('status')
  if (status !== '' && status.split(/\s+/)[2] !== 'installed') return null
  const [name, version] = [get('package'), get('version')]
  const vendor = rebuilderOf({ name, version }) ?? thirdParty(get('maintainer'), get('original-maintainer'))
  return {
    type,
    name,
    version,
    arch: get('architecture'),
    qualifiers: { upstream: sourceOf({ name, version, source: get('source') }) },
    ...(vendor !== undefined && { vendor }),
  }
}

/** Packages of the kernel without the kernel itself, which its advisories are about. */
const headersOnly = /^linux-(?:libc-dev|headers-|kbuild-|tools-common|doc)/

/**
 * 'openssl@3.0.2-1'; '' if it is the package itself. A rebuild without a change of the source has a version of its own,
 * 1.0-1+b3.
 */
function sourceOf({ name, version, source }: { name: string; version: string; source: string }): string {
  if (headersOnly.test(name)) return ''
  const [, named = name, own] = /^(\S+)(?:\s*\(([^)]+)\))?$/.exec(source) ?? []
  const sourceVersion = own ?? version.replace(/\+b\d+$/, '')
  if (named === name && sourceVersion === version) return ''
  return sourceVersion === version ? named : `${named}@${sourceVersion}`
}

/** Packages that the distribution's own people maintain are those that its advisories name. */
const ofDistribution = /debian|ubuntu|canonical|echohq|echo\.ai/i

/**
 * The vendor of a package from elsewhere, such as docker-ce; undefined if it is the distribution's, or not known: people
 * maintain many of its packages under addresses of their own.
 */
function thirdParty(maintainer: string, original: string): string | undefined {
  if (ofDistribution.test(`${maintainer} ${original}`) || !companies.test(maintainer)) return undefined
  return companies.exec(maintainer)?.[1]?.toLowerCase()
}

/** Who offers packages with names of Debian's. */
const companies =
  /@(?:[\w-]+\.)*(docker|nodesource|google|microsoft|oracle|mysql|elastic|hashicorp|nginx|mongodb|postgresql|gitlab|grafana|datadoghq|influxdata|nvidia|amazon|percona|mariadb|redis|sury|rabbitmq|adoptium|azul|bell-sw|cloudflare|github|jenkins|kubernetes|opensearch|pgdg|varnish-software|yarnpkg|zabbix)\.\w+/i
