import { afterName, majorRelease, rpmDistribution, rpmSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

/** '3' of '3' and '3.0'. */
const releaseOf = (text: string): string | null => majorRelease(text)

const distribution = rpmDistribution({
  id: 'azure-linux',
  osvName: 'Azure Linux',
  purlNamespaces: ['azure-linux', 'azurelinux', 'mariner'],
  release: {
    cpe: 'microsoft:azure_linux',
    versionMark: /\.(?:azl|cm)\d+$/,
    fromSuffix: releaseOf,
    fromQualifiers: (qualifiers) => releaseOf(afterName(qualifiers, /^(?:azure[- ]?linux|mariner|azl)/i)),
  },
  sourceFromQualifiers: rpmSource,
})

/** Its advisories name source packages, with versions that have no epoch, whatever the package's is. */
export const azureLinux: Ecosystem = {
  ...distribution,
  versionFromPurl: (version) => version.replace(/^\d+:/, ''),
}
