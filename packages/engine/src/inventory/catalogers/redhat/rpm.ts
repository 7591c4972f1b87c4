import type { Issue } from '../../../inventory.ts'
import type { Cataloger, Found, FoundPackage } from '../../model/cataloger.ts'
import { foundOsPackage, rebuilderOf } from '../os-package.ts'
import { distributionOf } from '../../systems/distributions.ts'
import { type System, unknownSystem } from '../../systems/os-release.ts'
import { textOfFile } from '../text-lines.ts'
import { readHeaders } from './rpm-databases.ts'
import { readRpmHeader, type RpmHeader, tags } from './rpm-header.ts'

const pattern =
  /^(?:(.*)\/)?(?:var\/lib|usr\/lib\/sysimage|usr\/share)\/rpm\/(rpmdb\.sqlite|Packages\.db|Packages)$/s
const maxPackages = 200_000

/** The three kinds of rpm's database. */
export const rpm: Cataloger = {
  id: 'rpm',
  isDatabase: true,
  claims: (path) => pattern.test(path),
  needs: (path) => path.endsWith('/rpm/rpmdb.sqlite-wal'),
  read(file, { find, systemAt }) {
    const [, root = '', name = ''] = pattern.exec(file.path) ?? []
    const { headers, problem } = readHeaders(name, file.bytes, () => find(`${file.path}-wal`)?.bytes ?? null)
    const system = systemAt(root)
    const read = headers.slice(0, maxPackages).map(readRpmHeader)
    const packages = read.flatMap((header) => (header && toFound(header, { system, path: file.path })) ?? [])
    const broken = read.filter((header) => header === null).length
    const why = problem ?? (broken > 0 ? `${broken} of its packages cannot be read` : null)
    return { packages, issues: why === null ? [] : [unread(file.path, why)] }
  },
}

/** Who builds rpm packages, and what their distribution is called. */
const vendors: readonly [vendor: RegExp, id: string][] = [
  [/red hat/i, 'rhel'],
  [/almalinux/i, 'almalinux'],
  [/rocky/i, 'rocky'],
  [/fedora/i, 'fedora'],
  [/opensuse/i, 'opensuse-leap'],
  [/suse/i, 'sles'],
  [/microsoft/i, 'azurelinux'],
  [/oracle/i, 'ol'],
  [/amazon/i, 'amzn'],
  [/mageia/i, 'mageia'],
]

/** The package that an .rpm file is, by its header. Its vendor and release may tell the distribution. */
export function packageOfRpm(header: Uint8Array): FoundPackage | null {
  const fields = readRpmHeader(header)
  if (!fields) return null
  const vendor = String(fields.get(tags.vendor) ?? '')
  const id = vendors.find(([mark]) => mark.test(vendor))?.[1] ?? ''
  const release = /\.(?:el|fc|azl|mga|amzn|ol)(\d+)/.exec(String(fields.get(tags.release) ?? ''))?.[1]
  const known = distributionOf(id, new Map(release === undefined ? [] : [['VERSION_ID', release]]))
  const system = id === '' ? unknownSystem : { id, name: '', ...known }
  return toFound(fields, { system, path: 'header' })
}

const unread = (where: string, why: string): Issue => ({
  code: 'database-broken',
  message: `The database of installed packages is incomplete: ${why}.`,
  where,
  isUnread: true,
})

function toFound(header: RpmHeader, { system, path }: { system: System; path: string }): FoundPackage | null {
  const text = (tag: number) => String(header.get(tag) ?? '')
  const name = text(tags.name)
  // Keys that packages are verified with are listed, too.
  if (name === 'gpg-pubkey') return null
  const epoch = text(tags.epoch)
  const version = `${text(tags.version)}-${text(tags.release)}`
  return rpmPackage(
    {
      name,
      version: text(tags.version) === '' ? '' : version,
      epoch: epoch === '0' ? '' : epoch,
      arch: text(tags.arch),
      source: text(tags.sourceRpm),
      module: text(tags.modularity),
      vendor: text(tags.vendor),
      license: text(tags.license),
    },
    { system, path },
  )
}

interface Fields {
  name: string
  version: string
  epoch: string
  arch: string
  source: string
  module: string
  vendor: string
  license: string
}

interface Source {
  system: System
  path: string
  line?: number
}

function rpmPackage(fields: Fields, where: Source): FoundPackage | null {
  const { name, version, epoch, arch, source, module, license } = fields
  const vendor = rebuilderOf({ name, version }) ?? thirdParty(fields.vendor)
  return foundOsPackage(
    {
      type: 'rpm',
      name,
      version,
      arch,
      qualifiers: {
        epoch,
        upstream: headersOnly.test(name) || source === '(none)' ? '' : source,
        rpmmod: module,
      },
      ...(vendor !== undefined && { vendor }),
      licenses: license === '' ? [] : [license],
    },
    where,
  )
}

/** Parts of the kernel's source without the kernel itself. */
const headersOnly = /^kernel(?:-[a-z\d]+)*-(?:headers|devel|doc)$/

/** Repositories beside the distribution's, whose packages its advisories do not name. */
const thirdParties: readonly [vendor: string, mark: RegExp][] = [
  ['epel', /fedora project/i],
  ['pgdg', /postgresql/i],
  ['nvidia', /nvidia/i],
  ['docker', /^docker/i],
  ['google', /^google/i],
  ['oracle-mysql', /mysql/i],
  ['remi', /remi/i],
  ['elastic', /^elastic/i],
  ['nodesource', /nodesource/i],
]

const thirdParty = (vendor: string): string | undefined =>
  thirdParties.find(([, mark]) => mark.test(vendor))?.[0]

const manifestPattern = /^(?:(.*)\/)?var\/lib\/rpmmanifest\/container-manifest-2$/s

/** The list of packages in images without rpm's database: name, version, and in the 6th to 10th column the rest. */
export const rpmManifest: Cataloger = {
  id: 'rpm-manifest',
  isDatabase: true,
  claims: (path) => manifestPattern.test(path),
  read({ path, bytes }, { systemAt }): Found {
    const system = systemAt(manifestPattern.exec(path)?.[1] ?? '')
    const lines = textOfFile(bytes).split(/\r?\n/).slice(0, maxPackages)
    const packages = lines.flatMap((line, index) => {
      const [name = '', version = '', , , vendor = '', epoch = '', , arch = '', , source = ''] =
        line.split('\t')
      const fields = { name, version, arch, source, vendor, module: '', license: '' }
      const isSet = /^[1-9]\d*$/.test(epoch)
      return rpmPackage({ ...fields, epoch: isSet ? epoch : '' }, { system, path, line: index + 1 }) ?? []
    })
    return { packages, issues: [] }
  },
}
