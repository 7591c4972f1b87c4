import { apkDistribution } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { rebuiltRelease } from '../rebuild.ts'

/** Packages that TuxCare rebuilds with fixes after the end of support; its advisories name binary packages. */
export const tuxcareApk: Ecosystem = apkDistribution({
  id: 'tuxcare-apk',
  osvName: 'TuxCare',
  osvParts: ['Alpine'],
  purlNamespaces: ['tuxcare'],
  release: { cpe: 'tuxcare:apk', ...rebuiltRelease },
})
