import { afterName, majorRelease, rpmDistribution } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

const releaseOf = (text: string): string | null => majorRelease(text) ?? (text === '' ? null : text)

/** Its advisories name binary packages. */
export const almalinux: Ecosystem = rpmDistribution({
  id: 'almalinux',
  osvName: 'AlmaLinux',
  purlNamespaces: ['almalinux', 'alma'],
  release: {
    cpe: 'almalinux:almalinux',
    versionMark: /\.el\d+\S*\.alma\b/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^alma[- ]?(?:linux)?/i)),
  },
})
