import type { AdvisoryFacts } from '../advisory.ts'

/** Of an advisory of which little is known. A CVE is its id, too. */
export function factsOf(advisoryUuid: string, more: Partial<AdvisoryFacts> = {}): AdvisoryFacts {
  const { cve = null } = more
  return {
    advisoryUuid,
    cve,
    cves: cve === null ? [] : [cve],
    publicId: cve,
    severity: 'high',
    cvss: null,
    publishedAt: null,
    category: 'vulnerability',
    knownExploited: false,
    epss: null,
    ...more,
  }
}
