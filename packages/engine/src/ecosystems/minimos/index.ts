import { debianSource, apkDistribution, rollingRelease } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

/** Its advisories name source packages, which apk calls origins. */
export const minimos: Ecosystem = apkDistribution({
  id: 'minimos',
  osvName: 'MinimOS',
  purlNamespaces: ['minimos'],
  release: { cpe: 'minimos:minimos', ...rollingRelease },
  sourceFromQualifiers: debianSource,
})
