import { apkDistribution, debianSource } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { rebuiltRelease, rootName } from '../rebuild.ts'

/** Packages that Root rebuilds with fixes; its advisories name source packages, with a prefix of its own. */
export const rootApk: Ecosystem = {
  ...apkDistribution({
    id: 'root-apk',
    osvName: 'Root',
    osvParts: ['Alpine'],
    purlNamespaces: ['root'],
    release: { cpe: 'root:apk', ...rebuiltRelease },
    sourceFromQualifiers: debianSource,
  }),
  normalizeName: rootName,
}
