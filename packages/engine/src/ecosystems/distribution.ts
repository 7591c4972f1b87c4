import { apkNumbers, compareApk, isStableApk, readApk } from './apk.ts'
import { compareDpkg, debianNumbers, isStableDebian, readDpkg } from './dpkg.ts'
import type { Ecosystem } from './ecosystem.ts'
import { ecosystemNames } from './names.ts'
import { ordered } from './ordered.ts'
import { commandForName } from './instructions.ts'
import { compareRpm, isStableRpm, readRpm, rpmNumbers } from './rpm.ts'

type Same = 'name' | 'languages' | 'nameFromPurl' | 'normalizeName' | 'webUrl' | 'versionFromPurl'
type Order = 'purlType' | 'versionOrder' | 'compareVersions' | 'isStable' | 'stepBetween'

/** The members that distributions define themselves; the others are the same for all with the same package format. */
type Distribution = Omit<Ecosystem, Same | Order> & Required<Pick<Ecosystem, 'release' | 'purlNamespaces'>>

/** A distribution of .deb packages: https://manpages.debian.org/stable/dpkg-dev/deb-version.7.en.html */
export const debDistribution = (distribution: Distribution): Ecosystem => ({
  ...shared(distribution),
  purlType: 'deb',
  // Debian's policy and package URLs have names in lower case.
  normalizeName: (name) => name.toLowerCase(),
  ...ordered({
    name: 'dpkg',
    read: readDpkg,
    compare: compareDpkg,
    numbers: debianNumbers,
    isStable: isStableDebian,
  }),
  instruct: commandForName('apt-get', 'install', '--only-upgrade'),
})

/** A distribution of .apk packages: https://wiki.alpinelinux.org/wiki/Apk_spec */
export const apkDistribution = (distribution: Distribution): Ecosystem => ({
  ...shared(distribution),
  purlType: 'apk',
  // Package URLs have lower-case names, even for the few packages with capitals, such as R.
  normalizeName: (name) => name.toLowerCase(),
  ...ordered({ name: 'apk', read: readApk, compare: compareApk, numbers: apkNumbers, isStable: isStableApk }),
  instruct: commandForName('apk', 'add', '--upgrade'),
})

/** A distribution of .rpm packages: https://rpm.org/docs/latest/man/rpm-version.7 */
export const rpmDistribution = (distribution: Distribution): Ecosystem => ({
  ...shared(distribution),
  purlType: 'rpm',
  normalizeName: (name) => name,
  ...ordered({ name: 'RPM', read: readRpm, compare: compareRpm, numbers: rpmNumbers, isStable: isStableRpm }),
  instruct: distribution.instruct ?? commandForName('dnf', 'upgrade'),
})

const shared = (distribution: Distribution) => ({
  ...distribution,
  name: ecosystemNames[distribution.id],
  languages: [distribution.id] as const,
  nameFromPurl: (_: string | null, name: string) => name,
  versionFromPurl: withEpoch,
  // Package pages require release, repository and architecture in addition to name and version.
  webUrl: () => null,
})

/** RPM's package URLs have the epoch as a qualifier, which some tools also use for Debian. */
function withEpoch(version: string, { epoch = '' }: Readonly<Record<string, string>>): string {
  return /^\d+$/.test(epoch) && version !== '' && !version.includes(':') ? `${epoch}:${version}` : version
}

/** If advisories name source packages: parses the qualifier upstream, 'openssl' or 'openssl@3.0.2-1'. */
export function debianSource(
  { upstream = '' }: Readonly<Record<string, string>>,
  version: string,
): { name: string; version: string } | null {
  const [name = '', sourceVersion = ''] = upstream.split('@')
  return name === '' ? null : { name, version: sourceVersion === '' ? version : sourceVersion }
}

/** For RPM, where upstream is a file name without the epoch: 'openssl-3.0.7-16.el9.src.rpm'. */
export function rpmSource(
  { upstream = '' }: Readonly<Record<string, string>>,
  version: string,
): { name: string; version: string } | null {
  const file = /^(.+)-([^-]+-[^-]+)\.(?:no)?src\.rpm$/.exec(upstream)
  if (!file) return debianSource({ upstream }, version)
  const epoch = /^\d+:/.exec(version)?.[0] ?? ''
  return { name: file[1]!, version: `${epoch}${file[2]}` }
}

/** The part after the distribution's name in 'debian-12' or 'Rocky Linux-8.9', or all of '12' or 'bookworm'. */
export function afterName({ distro = '' }: Readonly<Record<string, string>>, names: RegExp): string {
  return distro
    .trim()
    .replace(names, '')
    .replace(/^[-_: ]+/, '')
    .toLowerCase()
}

/** The first number if only that identifies a release: '9' of '9.4'; null if the text does not start with one. */
export const majorRelease = (text: string): string | null => /^v?(\d+)(?![a-z])/i.exec(text)?.[1] ?? null

/** A distribution without releases: all its advisories are about all its packages. Suffixes are of other ecosystems. */
export const rollingRelease: Omit<NonNullable<Ecosystem['release']>, 'cpe'> = {
  versionMark: /(?!)/,
  fromSuffix: (suffix) => (suffix === '' ? null : suffix.toLowerCase()),
  fromQualifiers: () => 'rolling',
}
