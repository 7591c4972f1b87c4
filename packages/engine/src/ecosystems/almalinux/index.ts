import { afterName, majorRelease, rpmDistribution } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { moduleStreams, withStream } from '../module-streams.ts'

const releaseOf = (text: string): string | null => majorRelease(text) ?? (text === '' ? null : text)

/** Its advisories name binary packages. */
export const almalinux: Ecosystem = rpmDistribution({
  id: 'almalinux',
  osvName: 'AlmaLinux',
  purlNamespaces: ['almalinux', 'alma'],
  release: {
    ...moduleStreams,
    cpe: 'almalinux:almalinux',
    versionMark: /\.el\d+\S*\.alma\b/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) =>
      withStream(releaseOf(afterName(qualifiers, /^alma[- ]?(?:linux)?/i)), qualifiers),
  },
})
