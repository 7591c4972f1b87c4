import type { Fix } from '@assay/engine/advisories/find-fixes.ts'
import { type AdvisoryText, withUpdates } from '@assay/engine/advisories/advisory-text.ts'
import type { Advice } from '@assay/contract/report.ts'
import { type AdvisoryCategory, type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { toQuery, appliesTo } from '@assay/engine/advisories/package-query.ts'
import { describeEvidence } from '@assay/engine/advisories/describe-evidence.ts'
import { formatAffected } from '@assay/engine/advisories/version-range.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { assumedRating } from '@assay/engine/scoring/security-penalty.ts'
import { displayId, publicIdOf } from '@assay/engine/advisories/public-id.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Usage } from '@assay/engine/package-usage.ts'
import type { AffectedVersion } from '@assay/engine/lifetimes/finding.ts'
import type { z } from 'zod'
import type { Signal } from '#knowledge/advisories/clusters/signal-store.ts'
import { severityOf } from './list-findings.ts'
import type { WhyExcluded } from './why-excluded.ts'

export interface AdviceInput {
  advisoryUuid: string
  ecosystem: EcosystemId
  name: string
  facts: {
    severity: string
    cvss: number | null
    cve: string | null
    /** Of findings of earlier versions, unknown. */
    publicId?: string | null
    category: AdvisoryCategory
    fixed: string[]
  }
  span: AffectedVersion
  usage?: Usage | null
  fixesThis: Fix | null
  /** Epoch ms. */
  introducedAt: number
  /** undefined if the advisory no longer exists. */
  text: AdvisoryText | undefined
  /** Of a distribution's updates that fix it, among others. */
  updates: readonly (AdvisoryText | undefined)[]
  signal: Signal | null
  exclusion: WhyExcluded | null
}

/** The wire's advice; `exclusions` is only present if it is excluded. */
export function makeAdvice(input: AdviceInput): z.input<typeof Advice> {
  const {
    advisoryUuid,
    ecosystem: ecosystemId,
    name,
    facts,
    span,
    fixesThis,
    introducedAt,
    exclusion,
  } = input
  const { signal } = input
  const text = withUpdates(input.text, input.updates)
  const ecosystem = ecosystemById(ecosystemId)
  const packageQuery = toQuery({ ...span, name })
  const rating = assumedRating({
    severity: facts.severity as Severity,
    cvss: facts.cvss,
    category: facts.category,
  })
  const id = displayId({
    ...facts,
    publicId: facts.publicId ?? publicIdOf(input.text?.aliases ?? []),
    advisoryUuid,
  })
  const ids = [...text.aliases, ...span.evidence.map(({ recordId }) => recordId)]
  const affected = text.affected.filter((each) => appliesTo(ecosystem, each, packageQuery))
  return {
    id: advisoryUuid,
    library: { name, language: ecosystem.languages[0] },
    severity: toWireSeverity[rating.severity],
    displayId: id,
    cve: facts.cve,
    cwe: text.cwes[0] ?? null,
    cvss: rating.cvss,
    type: 'SECURITY',
    category: facts.category,
    source: text.ids.join(', '),
    description: text.description,
    links: text.links,
    versionRange: formatAffected(ecosystem, affected),
    fixedInVersions: facts.fixed,
    fixedVersions: facts.fixed,
    fixesThis,
    evidence: span.evidence.map((each) => describeEvidence(each, span.origin)),
    rating: severityOf(facts),
    vector: text.cvss ? { version: text.cvss.version, text: text.cvss.vector } : null,
    summary: text.summary,
    aliases: [...new Set(ids)].filter((each) => each !== id),
    cwes: text.cwes,
    isKnownExploited: signal?.isKnownExploited ?? false,
    epss: signal?.epss ?? null,
    isUncertain: span.isUncertain ?? false,
    introducedAt,
    ...(input.usage && { usage: input.usage }),
    ...(span.vex && { vex: span.vex }),
    ...(exclusion && { exclusions: [exclusion] }),
  }
}
