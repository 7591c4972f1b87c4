import { afterName, debDistribution, debianSource, majorRelease } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

/** https://wiki.debian.org/DebianReleases */
const codenames = new Map(
  'hamm:2 slink:2 potato:2 woody:3 sarge:3 etch:4 lenny:5 squeeze:6 wheezy:7 jessie:8 stretch:9 buster:10 bullseye:11 bookworm:12 trixie:13 forky:14 duke:15'
    .split(' ')
    .map((each) => each.split(':') as [string, string]),
)

/** '12', or 'sid', which has no number. */
const releaseOf = (text: string): string | null => {
  const name = text.toLowerCase().split('/')[0]!
  return codenames.get(name) ?? majorRelease(name) ?? (name === '' ? null : name)
}

/** Its advisories name source packages. */
export const debian: Ecosystem = debDistribution({
  id: 'debian',
  osvName: 'Debian',
  purlNamespaces: ['debian'],
  release: {
    cpe: 'debian:debian_linux',
    versionMark: /^(?!.*ubuntu).*(?:[+~]deb\d|~bpo\d)/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^debian/i)),
  },
  sourceFromQualifiers: debianSource,
})
