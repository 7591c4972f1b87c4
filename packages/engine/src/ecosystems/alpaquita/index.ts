import { afterName, apkDistribution, debianSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

const releaseOf = (text: string): string | null => (text === '' ? null : text.toLowerCase())

/** '23', 'stream'. Its advisories name source packages. */
export const alpaquita: Ecosystem = apkDistribution({
  id: 'alpaquita',
  osvName: 'Alpaquita',
  purlNamespaces: ['alpaquita'],
  release: {
    cpe: 'alpaquita:alpaquita',
    versionMark: /(?!)/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^alpaquita/i)),
  },
  sourceFromQualifiers: debianSource,
})
