import { debDistribution, debianSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { rebuiltRelease, rootName } from '../rebuild.ts'

/** Packages that Root rebuilds with fixes; its advisories name source packages, with a prefix of its own. */
export const rootDeb: Ecosystem = {
  ...debDistribution({
    id: 'root-deb',
    osvName: 'Root',
    osvParts: ['Debian', 'Ubuntu'],
    purlNamespaces: ['root'],
    release: { cpe: 'root:deb', ...rebuiltRelease },
    sourceFromQualifiers: debianSource,
  }),
  normalizeName: rootName,
}
