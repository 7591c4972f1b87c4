import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import type { Advice } from '@assay/contract/reports.ts'
import type { Severity } from '@assay/engine/advisories/advisory.ts'
import { askedOf, speaksOf } from '@assay/engine/advisories/asked.ts'
import { describeEvidence } from '@assay/engine/advisories/describe-evidence.ts'
import { formatAffected } from '@assay/engine/advisories/version-range.ts'
import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AffectedVersion } from '@assay/engine/lifetimes/finding.ts'
import type { z } from 'zod'
import type { WhyExcluded } from './why-excluded.ts'

/** As the wire spells it. */
export const wireSeverity: Record<Severity, z.input<typeof Advice>['severity']> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  medium: 'MEDIUM',
  low: 'LOW',
  none: 'NONE',
  unknown: 'NA',
}

export interface AdviceParts {
  advisoryUuid: string
  ecosystem: EcosystemId
  name: string
  facts: { severity: string; cvss: number | null; cve: string | null; fixed: string[] }
  span: AffectedVersion
  introducedAt: Date
  /** undefined when the advisory is gone since. */
  text: AdvisoryText | undefined
  exclusion: WhyExcluded | null
}

/** The wire's advice; `exclusions` is there only when it is excluded. */
export function makeAdvice(parts: AdviceParts): z.input<typeof Advice> {
  const { advisoryUuid, ecosystem: id, name, facts, span, introducedAt, text, exclusion } = parts
  const ecosystem = ecosystemById(id)
  const asked = askedOf({ ...span, name })
  const affected = (text?.affected ?? []).filter((each) => speaksOf(ecosystem, each, asked))
  return {
    id: advisoryUuid,
    library: { name, language: ecosystem.languages[0] },
    severity: wireSeverity[facts.severity as Severity],
    cve: facts.cve,
    cwe: text?.cwes[0] ?? null,
    cvss: facts.cvss === null ? 0 : Math.round(facts.cvss * 10) / 10,
    type: 'SECURITY',
    source: text?.ids.join(', ') ?? '',
    description: text?.description ?? '',
    links: text?.links ?? [],
    versionRange: formatAffected(ecosystem, affected),
    fixedInVersions: facts.fixed,
    fixedVersions: facts.fixed,
    evidence: span.evidence.map(describeEvidence),
    introducedAt: introducedAt.getTime(),
    ...(span.vex && { vex: span.vex }),
    ...(exclusion && { exclusions: [exclusion] }),
  }
}
