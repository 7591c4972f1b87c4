import { afterName, majorRelease, rpmDistribution, rpmSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

const releaseOf = (text: string): string | null => majorRelease(text)

/** Its advisories name source packages. */
export const mageia: Ecosystem = rpmDistribution({
  id: 'mageia',
  osvName: 'Mageia',
  purlNamespaces: ['mageia'],
  release: {
    cpe: 'mageia:mageia',
    versionMark: /\.mga\d+$/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^mageia/i)),
  },
  sourceFromQualifiers: rpmSource,
})
