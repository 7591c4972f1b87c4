import { debDistribution } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { rebuiltRelease } from '../rebuild.ts'

/** Packages that TuxCare rebuilds with fixes after the end of support; its advisories name binary packages. */
export const tuxcareDeb: Ecosystem = debDistribution({
  id: 'tuxcare-deb',
  osvName: 'TuxCare',
  osvParts: ['Debian', 'Ubuntu'],
  purlNamespaces: ['tuxcare'],
  release: { cpe: 'tuxcare:deb', ...rebuiltRelease },
})
