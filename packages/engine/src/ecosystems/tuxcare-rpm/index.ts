import { rpmDistribution } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { rebuiltRelease } from '../rebuild.ts'

/** Packages that TuxCare rebuilds with fixes after the end of support; its advisories name binary packages. */
export const tuxcareRpm: Ecosystem = rpmDistribution({
  id: 'tuxcare-rpm',
  osvName: 'TuxCare',
  osvParts: ['AlmaLinux', 'CentOS', 'Oracle', 'Red Hat', 'RHEL', 'Rocky'],
  purlNamespaces: ['tuxcare'],
  release: { cpe: 'tuxcare:rpm', ...rebuiltRelease },
})
