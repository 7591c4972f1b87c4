import { afterName, debDistribution, debianSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

/** https://wiki.ubuntu.com/Releases */
const codenames = new Map(
  `precise:12.04 trusty:14.04 xenial:16.04 bionic:18.04 focal:20.04 jammy:22.04 noble:24.04
  utopic:14.10 vivid:15.04 wily:15.10 yakkety:16.10 zesty:17.04 artful:17.10 cosmic:18.10 disco:19.04 eoan:19.10
  groovy:20.10 hirsute:21.04 impish:21.10 kinetic:22.10 lunar:23.04 mantic:23.10 oracular:24.10 plucky:25.04
  questing:25.10 resolute:26.04`
    .split(/\s+/)
    .map((each) => each.split(':') as [string, string]),
)

/**
 * '22.04' of '22.04:LTS' and '22.04.3'. Pro provides additional fixes for packages of the same release, so any version
 * below such a fix is affected. Other archives, such as FIPS, have packages of their own.
 */
function releaseOf(text: string): string | null {
  const name = text
    .toLowerCase()
    .replace(/:lts$/, '')
    .replace(/^pro:(?=\d)/, '')
  const codename = codenames.get(name.split('/').at(-1)!)
  return codename ?? /^(\d\d\.\d\d)(?:\.\d+)?$/.exec(name)?.[1] ?? (name === '' ? null : name)
}

/** Its advisories name source packages. */
export const ubuntu: Ecosystem = debDistribution({
  id: 'ubuntu',
  osvName: 'Ubuntu',
  purlNamespaces: ['ubuntu'],
  release: {
    cpe: 'canonical:ubuntu_linux',
    versionMark: /ubuntu\d|[+~]\d\d\.(?:04|10)(?:\.|$)/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^ubuntu/i)),
  },
  sourceFromQualifiers: debianSource,
})
