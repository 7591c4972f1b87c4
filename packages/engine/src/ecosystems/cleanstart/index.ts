import { debianSource, apkDistribution, rollingRelease } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

/** Its advisories name source packages, which apk calls origins. */
export const cleanstart: Ecosystem = apkDistribution({
  id: 'cleanstart',
  osvName: 'CleanStart',
  purlNamespaces: ['cleanstart'],
  release: { cpe: 'cleanstart:cleanstart', ...rollingRelease },
  sourceFromQualifiers: debianSource,
})
