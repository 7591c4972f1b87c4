import { endKinds, findingCategories } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { Fix } from './report.ts'
import { Usage } from './usage.ts'
import { DisplayId, EpochMs, Uuid, VexAssessment, WhyExcluded, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** From the first scan that had it to the first without it. */
/**
 * Why a finding is there: it came with the branch's first scan, with a dependency that was added or changed, with a new or
 * changed advisory; or it is back, since an exclusion or statement no longer applies or its file is read again.
 */
export const IntroducedBy = z.enum([
  'first-scan',
  'dependency',
  'advisory',
  'exclusion-lifted',
  'coverage-restored',
])

export const Lifetime = named('Lifetime', {
  introducedAt: EpochMs,
  introducedBy: IntroducedBy,
  introducedNumber: z.int(),
  introducedReportUuid: Uuid,
  /** null while open. */
  endedAt: EpochMs.nullable(),
  endedNumber: z.int().nullable(),
  endedReportUuid: Uuid.nullable(),
  endKind: z.enum(endKinds).nullable(),
  /** 'lodash 4.17.21', 'removed'. */
  fixedBy: z.string().nullable(),
  /** Whole days; null, never 0, if unknown. */
  daysToFix: z.int().nullable(),
})
export type Lifetime = z.infer<typeof Lifetime>

const Named = z.object({
  advisoryUuid: Uuid,
  displayId: DisplayId,
  cve: z.string().nullable(),
  /** All CVEs. Without cve, different vulnerabilities that a distribution fixed in one update. */
  cves: z.array(z.string()),
  severity: WireSeverity,
  /** null if no record has a CVSS vector that can be scored. */
  cvss: z.number().nullable(),
  ecosystem: z.string(),
  package: z.string(),
  fixedVersions: z.array(z.string()),
})

const AffectedVersion = z.object({
  version: z.string(),
  /** null if the document has no dependency graph. */
  isDirect: z.boolean().nullable(),
  /** Files that list it. */
  locations: z.array(z.string()),
  /** The module stream of the package is unknown, so the advisory may be about another one. */
  isUncertain: z.literal(true).optional(),
  /** VEX statements in the scanned document or in VEX documents. */
  vex: VexAssessment.optional(),
  /** The record and rule that match the version, such as 'every version before 1.2.3, which fixes it'. */
  evidence: z.array(
    z.object({
      recordId: z.string(),
      /** Normalized; for a distribution's package, the source package. */
      packageName: z.string(),
      /** The version scheme used for comparison, such as 'SemVer 2.0.0'. */
      order: z.string(),
      rule: z.string(),
    }),
  ),
  /** From the project to the component as 'name:version', shortest first, at most five. */
  paths: z.array(z.array(z.string())),
  /** The nearest version not affected by this advisory; null if none. */
  fixesThis: Fix.nullable(),
  /** The nearest version without known advisories; null if none. */
  recommended: Fix.nullable(),
  /**
   * The single step for all findings of the version: the recommended one, otherwise the one that leaves the fewest and
   * introduces none. null if it does not close this finding.
   */
  upgrade: Fix.nullable(),
  /** The newest version without known advisories, per step. */
  safeVersions: z.object({
    latestPatch: z.string().nullable(),
    latestMinor: z.string().nullable(),
    latestMajor: z.string().nullable(),
  }),
})

export const Finding = Named.extend({
  category: z.enum(findingCategories),
  /** Ids of its records; empty if the advisory no longer exists. */
  recordIds: z.array(z.string()),
  summary: z.string(),
  /** On a list of known exploited vulnerabilities (CISA, EU), or an advisory links to that of CISA. */
  isKnownExploited: z.boolean(),
  /** 0 to 1: probability of exploitation within 30 days (FIRST EPSS); null if unknown. */
  epss: z.number().nullable(),
  cwes: z.array(z.string()),
  versions: z.array(AffectedVersion),
  /** By the last scan; absent if the project's sources were not searched. */
  usage: Usage.optional(),
  /** Listed but not counted. For a VEX statement, the uuid is that of its document, otherwise the report's. */
  exclusion: WhyExcluded.nullable(),
  /** null if it was excluded from the start. */
  lifetime: Lifetime.nullable(),
}).meta({ id: 'Finding' })
export type Finding = z.infer<typeof Finding>

export const ComparedFinding = Named.extend({
  /** Versions at the older scan; empty if absent. */
  before: z.array(z.string()),
  /** Versions at the newer scan; empty if absent. */
  after: z.array(z.string()),
  lifetime: Lifetime,
}).meta({ id: 'ComparedFinding' })
export type ComparedFinding = z.infer<typeof ComparedFinding>
