import { afterName, rpmDistribution, rpmSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { commandForName } from '../instructions.ts'

/** Products with their own version numbers, which are not service packs. */
const others = /^(?:micro|manager|(?:enterprise )?storage|openstack|rancher)\b/

/**
 * '15.4' of 'Linux Enterprise Server 15 SP4' and of each module of that service pack, since they share packages; 'micro
 * 5.4' of 'Linux Enterprise Micro 5.4', as 6.0 of 'Linux Micro 6.0'.
 */
function releaseOf(text: string): string | null {
  const words = text.toLowerCase().split(/[-_ ]+/)
  const name = words
    .filter((word) => word !== '')
    .join(' ')
    .replace(/^(?:linux enterprise|linux(?= micro)|sl(?= micro)) /, '')
  if (name === '' || others.test(name)) return name === '' ? null : name
  const [, version, pack] = /(?:^| )(\d+)(?:(?:\.| sp ?)(\d+))?(?: [a-z ]+)?$/.exec(name) ?? []
  if (version === undefined) return name
  return pack === undefined ? version : `${version}.${pack}`
}

const names = /^(?:sles|sled|sle|suse)(?:[- _]linux[- _]enterprise(?:[- _](?:server|desktop))?)?/i

/** Its advisories name source packages. */
export const suse: Ecosystem = rpmDistribution({
  id: 'suse',
  osvName: 'SUSE',
  purlNamespaces: ['suse', 'sles', 'sled', 'sle-micro', 'sl-micro'],
  release: {
    cpe: 'suse:sles',
    versionMark: /-1[25]0\d00\.\d/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, names)),
  },
  sourceFromQualifiers: rpmSource,
  instruct: commandForName('zypper', 'update'),
})
