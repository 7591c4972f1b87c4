import { debianSource, apkDistribution, rollingRelease } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

/** Its advisories name source packages, which apk calls origins. */
export const chainguard: Ecosystem = apkDistribution({
  id: 'chainguard',
  osvName: 'Chainguard',
  purlNamespaces: ['chainguard'],
  release: { cpe: 'chainguard:chainguard', ...rollingRelease },
  sourceFromQualifiers: debianSource,
})
