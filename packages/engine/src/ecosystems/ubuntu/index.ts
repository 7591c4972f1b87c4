import { afterName, debDistribution, debianSource } from '../distribution.ts'
import type { Ecosystem, ReleaseFit } from '../ecosystem.ts'

/** https://wiki.ubuntu.com/Releases */
const codenames = new Map(
  `precise:12.04 trusty:14.04 xenial:16.04 bionic:18.04 focal:20.04 jammy:22.04 noble:24.04
  utopic:14.10 vivid:15.04 wily:15.10 yakkety:16.10 zesty:17.04 artful:17.10 cosmic:18.10 disco:19.04 eoan:19.10
  groovy:20.10 hirsute:21.04 impish:21.10 kinetic:22.10 lunar:23.04 mantic:23.10 oracular:24.10 plucky:25.04
  questing:25.10 resolute:26.04`
    .split(/\s+/)
    .map((each) => each.split(':') as [string, string]),
)

/** '22.04' of '22.04:LTS' and '22.04.3'. */
function releaseOf(text: string): string | null {
  const name = text.toLowerCase().replace(/:lts$/, '')
  const codename = codenames.get(name.split('/').at(-1)!)
  return codename ?? /^(\d\d\.\d\d)(?:\.\d+)?$/.exec(name)?.[1] ?? (name === '' ? null : name)
}

/** '22.04+esm' of 'Pro:22.04:LTS', '22.04+fips' of 'Pro:FIPS-updates:22.04:LTS'. */
function fromSuffix(suffix: string): string | null {
  const [, archive, release] = /^pro:(?:(fips)[a-z-]*:)?(\d.*)$/i.exec(suffix) ?? []
  return release === undefined ? releaseOf(suffix) : `${releaseOf(release)}+${archive ? 'fips' : 'esm'}`
}

/** '1.0-1ubuntu1+esm2' and '1.0-1~esm1' of Ubuntu Pro, '1.0-1ubuntu1.fips.2' and '1.0-1+Fips1' of its FIPS archives. */
function lineageOf(version: string): string {
  return /[+~.-](esm|fips)(?![a-z])/i.exec(version)?.[1]?.toLowerCase() ?? ''
}

/**
 * Each lineage has its own fixes. Where an advisory does not list the lineage of a package, that of the other applies:
 * any version below a fix for Pro is affected.
 */
function fit(listed: string, { release, version }: { release: string; version: string }): ReleaseFit | null {
  const lineage = lineageOf(version)
  if (listed === (lineage === '' ? release : `${release}+${lineage}`)) return 'same'
  return listed === release || (listed === `${release}+esm` && lineage === '') ? 'other-lineage' : null
}

/** Its advisories name source packages. */
export const ubuntu: Ecosystem = debDistribution({
  id: 'ubuntu',
  osvName: 'Ubuntu',
  purlNamespaces: ['ubuntu'],
  release: {
    cpe: 'canonical:ubuntu_linux',
    versionMark: /ubuntu\d|[+~]\d\d\.(?:04|10)(?:\.|$)/,
    fromSuffix,
    fit,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^ubuntu/i)),
  },
  lineageOf,
  sourceFromQualifiers: debianSource,
})
