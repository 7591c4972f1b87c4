import { afterName, apkDistribution, debianSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

const releaseOf = (text: string): string | null => (text === '' ? null : text.toLowerCase())

/** Its advisories name source packages. */
export const bellsoft: Ecosystem = apkDistribution({
  id: 'bellsoft',
  osvName: 'BellSoft Hardened Containers',
  purlNamespaces: ['bellsoft', 'bellsoft-hardened-containers'],
  release: {
    cpe: 'bellsoft:bellsoft',
    versionMark: /(?!)/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^bellsoft(?:-hardened-containers)?/i)),
  },
  sourceFromQualifiers: debianSource,
})
