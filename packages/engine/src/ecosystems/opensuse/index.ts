import { afterName, rpmDistribution, rpmSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { commandForName } from '../instructions.ts'

/** '15.4' of 'Leap 15.4'; 'micro 5.2' of 'Leap Micro 5.2'; 'tumbleweed' for every snapshot. */
function releaseOf(text: string): string | null {
  const words = text.toLowerCase().split(/[-_ ]+/)
  const release = words.filter((word) => word !== '' && word !== 'leap').join(' ')
  if (release.startsWith('tumbleweed')) return 'tumbleweed'
  return release === '' ? null : release
}

/** Its advisories name source packages. */
export const opensuse: Ecosystem = rpmDistribution({
  id: 'opensuse',
  osvName: 'openSUSE',
  purlNamespaces: [
    'opensuse',
    'opensuse-leap',
    'opensuse-tumbleweed',
    'opensuse.leap',
    'opensuse.tumbleweed',
  ],
  release: {
    cpe: 'opensuse:leap',
    versionMark: /\.?(?:lp|bp)1[56]\d\./,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^opensuse\.?/i)),
  },
  sourceFromQualifiers: rpmSource,
  instruct: commandForName('zypper', 'update'),
})
