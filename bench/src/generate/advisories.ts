import type { IndexEntry } from '@assay/engine/advisories/advisory.ts'
import { randomUUID } from 'node:crypto'
import { randomOf } from '../../../scripts/random.ts'

/** Advisories of npm packages, several per package: mostly one range, some with listed versions, some without fix. */
export function advisoriesOf(count: number, seed = 1): IndexEntry[] {
  const random = randomOf(seed)
  const version = () => `${random.below(6)}.${random.below(20)}.${random.below(40)}`
  return Array.from({ length: count }, (_, at) => {
    const severity = random.pick(['critical', 'high', 'medium', 'low', 'unknown'] as const)
    const fixed = random.below(10) > 0 ? { fixed: version() } : {}
    return {
      facts: {
        advisoryUuid: randomUUID(),
        cve: `CVE-2024-${10_000 + at}`,
        cves: [`CVE-2024-${10_000 + at}`],
        publicId: `CVE-2024-${10_000 + at}`,
        severity,
        category: 'vulnerability',
        cvss: severity === 'unknown' ? null : random.below(100) / 10,
        publishedAt: 1_600_000_000_000 + at * 1000,
        knownExploited: false,
        epss: null,
      },
      recordId: `GHSA-${at.toString(36).padStart(4, '0')}-bench`,
      affected: {
        ecosystem: 'npm',
        name: nameOf(random.below(count / 3)),
        suffix: '',
        ranges: [{ introduced: random.below(3) === 0 ? version() : '0', ...fixed }],
        versions: random.below(8) === 0 ? Array.from({ length: 5 }, version) : [],
      },
    }
  })
}

/** Package names; the first ones have advisories. */
export const nameOf = (at: number): string => `package-${at.toString(36)}`
