import { afterName, majorRelease, rpmDistribution, rpmSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { moduleStreams, withStream } from '../module-streams.ts'

const releaseOf = (text: string): string | null => majorRelease(text) ?? (text === '' ? null : text)

/** Its advisories name source packages. */
export const rockyLinux: Ecosystem = rpmDistribution({
  id: 'rocky-linux',
  osvName: 'Rocky Linux',
  purlNamespaces: ['rocky-linux', 'rocky', 'rockylinux'],
  release: {
    ...moduleStreams,
    cpe: 'rocky:rocky',
    versionMark: /\.el\d+\S*\.rocky\b/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) =>
      withStream(releaseOf(afterName(qualifiers, /^rocky[- ]?(?:linux)?/i)), qualifiers),
  },
  sourceFromQualifiers: rpmSource,
})
