import { debianSource, apkDistribution, rollingRelease } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

/** Its advisories name source packages, which apk calls origins. */
export const wolfi: Ecosystem = apkDistribution({
  id: 'wolfi',
  osvName: 'Wolfi',
  purlNamespaces: ['wolfi'],
  release: { cpe: 'wolfi:wolfi', ...rollingRelease },
  sourceFromQualifiers: debianSource,
})
