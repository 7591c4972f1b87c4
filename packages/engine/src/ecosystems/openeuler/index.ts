import { afterName, rpmDistribution, rpmSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

const releaseOf = (text: string): string | null => (text === '' ? null : text.toLowerCase())

/** '24.03-lts-sp1'. Its advisories name source packages. */
export const openeuler: Ecosystem = rpmDistribution({
  id: 'openeuler',
  osvName: 'openEuler',
  purlNamespaces: ['openeuler'],
  release: {
    cpe: 'openeuler:openeuler',
    versionMark: /\.oe\d+\S*$/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^openeuler/i)),
  },
  sourceFromQualifiers: rpmSource,
})
