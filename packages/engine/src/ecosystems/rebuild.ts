import type { Ecosystem } from './ecosystem.ts'

/** Numbers that identify a release, as an advisory names it; of others all of them. */
const counted = new Map([
  ['alpine', 2],
  ['centos', 1],
  ['debian', 1],
  ['ol', 1],
])
const aliases = new Map([
  ['oracle', 'ol'],
  ['rhel', 'red-hat'],
  ['redhat', 'red-hat'],
])

/** 'debian-12' of 'Debian:12' and 'debian-12.5': of companies that rebuild packages of several distributions. */
function releaseOf(text: string): string | null {
  const [, name, version] = /^([a-z]+(?:[ -][a-z]+)*?)(?: linux)?[-:_ ]+v?(\d+(?:\.\d+)*)/i.exec(text) ?? []
  if (name === undefined) return text === '' ? null : text.toLowerCase()
  const family = name.toLowerCase().replaceAll(' ', '-')
  const known = aliases.get(family) ?? family
  const numbers = version!.split('.').slice(0, counted.get(known) ?? Infinity)
  return `${known}-${numbers.join('.')}`
}

/** The release is that of the distribution whose packages are rebuilt. */
export const rebuiltRelease: Omit<NonNullable<Ecosystem['release']>, 'cpe'> = {
  versionMark: /(?!)/,
  fromSuffix: releaseOf,
  fromQualifiers: ({ distro = '' }) => releaseOf(distro),
}

/** 'util-linux' of 'rootio-util-linux'. */
export const rootName = (name: string): string => name.toLowerCase().replace(/^root(?:io)?-/, '')
