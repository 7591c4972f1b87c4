import { afterName, apkDistribution, debianSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

/** '3.20' of 'v3.20' and '3.20.1'; 'edge' is kept. */
const releaseOf = (text: string): string | null =>
  /^v?(\d+\.\d+)/.exec(text)?.[1] ?? (text === '' ? null : text.toLowerCase())

/** Its advisories name source packages, which Alpine calls origins. */
export const alpine: Ecosystem = apkDistribution({
  id: 'alpine',
  osvName: 'Alpine',
  purlNamespaces: ['alpine'],
  purlAliases: ['alpine'],
  release: {
    cpe: 'alpinelinux:alpine_linux',
    versionMark: /-r\d+$/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^alpine(?:[- ]linux)?/i)),
  },
  sourceFromQualifiers: debianSource,
})
