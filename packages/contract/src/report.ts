import { advisoryCategories, cvssVersions, steps } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { Covered } from './coverage.ts'
import { License, LicenseOrigin } from './licenses.ts'
import { RuleResult } from './rules.ts'
import { PullRequests } from './pull-requests.ts'
import { Usage } from './usage.ts'
import {
  Ages,
  DisplayId,
  EpochMs,
  Outcome,
  ParseIssue,
  ReportAdvisoryData,
  Score,
  Uuid,
  VexAssessment,
  WhyExcluded,
  WireSeverity,
} from './vocabulary.ts'
import { named } from './named.ts'

const Library = z.object({ name: z.string(), language: z.string() })

/** A version to upgrade to. */
export const Fix = named('Fix', {
  version: z.string(),
  /** The step from the installed version. */
  step: z.enum(steps),
  /** false: the package's releases are unknown, and the version is named as fixed in an advisory. */
  isKnownRelease: z.boolean(),
})
export type Fix = z.infer<typeof Fix>

export const AdviceType = z.enum(['SECURITY', 'DEFECT', 'LEGAL', 'SUGGEST'])

export const Advice = named('Advice', {
  id: Uuid,
  library: Library,
  severity: WireSeverity,
  /** Older servers do not send it. */
  displayId: DisplayId.optional(),
  cve: z.string().nullable(),
  cwe: z.string().nullable(),
  cvss: z.number(),
  type: AdviceType,
  /** Older servers do not send it. */
  category: z.enum(advisoryCategories).optional(),
  source: z.string(),
  description: z.string(),
  links: z.array(z.object({ type: z.string(), url: z.string() })),
  versionRange: z.string(),
  fixedInVersions: z.array(z.string()),
  fixedVersions: z.array(z.string()),
  /** The nearest version not affected by this advisory; null if none. */
  fixesThis: Fix.nullable(),
  /** The matching rule of each record, as a sentence. */
  evidence: z.array(z.string()),
  /** As advisories rate it, while `severity` and `cvss` assume a rating where there is none. Older servers send neither this nor what follows. */
  rating: z.object({ severity: WireSeverity, cvss: z.number().nullable() }).optional(),
  vector: z
    .object({ version: z.enum(cvssVersions), text: z.string() })
    .nullable()
    .optional(),
  summary: z.string().optional(),
  /** Its other ids, including those of a distribution's updates. */
  aliases: z.array(z.string()).optional(),
  cwes: z.array(z.string()).optional(),
  /** On a list of known exploited vulnerabilities (CISA, EU), or an advisory links to that of CISA. */
  isKnownExploited: z.boolean().optional(),
  /** 0 to 1: probability of exploitation within 30 days (FIRST EPSS); null if unknown. */
  epss: z.number().nullable().optional(),
  /** The module stream of the package is unknown, so the advisory may be about another one. */
  isUncertain: z.boolean().optional(),
  /** By the last scan; absent if the project's sources were not searched. */
  usage: Usage.optional(),
  /** When this finding was introduced. */
  introducedAt: EpochMs,
  /** VEX statements in the scanned document or in VEX documents. */
  vex: VexAssessment.optional(),
  /** Only on excluded advices, never empty. For a VEX statement, the uuid is that of its document, otherwise the report's. */
  exclusions: z.array(WhyExcluded).optional(),
})

const Timestamp = z.object({
  year: z.int(),
  monthValue: z.int(),
  dayOfMonth: z.int(),
  hour: z.int(),
  minute: z.int(),
  second: z.int(),
})

const Dependency = z.object({ name: z.string(), version: z.string() })

const SafeVersions = z.object({
  latestPatch: z.string().nullable(),
  latestMinor: z.string().nullable(),
  latestMajor: z.string().nullable(),
})

/** Added to SPDX licenses by `includes=expanded-licenses`. */
const ExpandedLicense = {
  links: z.array(z.object({ type: z.enum(['INFO', 'TEXT']), url: z.string() })).optional(),
  /** Whether it is OSI-approved. */
  osiApproved: z.boolean().optional(),
}

/** The full report, with scores as numbers. */
export const Report = named('Report', {
  uuid: Uuid,
  /** As declared by a client or member; without a declaration, the computed one. */
  outcome: Outcome,
  /** What the scan and its advisory data prove. */
  computedOutcome: Outcome,
  tool: z.enum(['BOSS', 'BOSSC', 'ISAAC', 'SELENE', 'SASHA', 'OTHER']),
  timestamp: Timestamp,
  downloadKey: z.string(),
  project: z.object({ uuid: Uuid, url: z.string(), branch: z.string() }),
  security: z.object({
    score: Score,
    assessments: z.array(
      z.object({
        language: z.string(),
        reports: z.array(
          z.object({
            dependency: Dependency,
            advices: z.array(Advice),
            locations: z.array(z.string()),
            safeVersions: SafeVersions,
            /** The nearest version without known advisories; null if none. */
            recommended: Fix.nullable(),
            /** The shortest dependency path from the project to the component. */
            hierarchy: z.array(z.string()),
            /** null without a dependency graph: the component may be direct or transitive. */
            isDirect: z.boolean().nullable().optional(),
          }),
        ),
      }),
    ),
  }),
  stability: z.object({
    score: Score,
    ...Ages,
    assessments: z.array(
      z.object({
        language: z.string(),
        versions: z.array(
          Dependency.extend(SafeVersions.shape).extend({
            libyears: z.number().nullable(),
            warnings: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
  licensing: z.object({
    score: Score,
    assessments: z.array(
      z.object({
        language: z.string(),
        results: z.array(
          Dependency.extend({
            licenses: z.array(License.extend(ExpandedLicense)),
            ...LicenseOrigin,
            warnings: z.array(z.string()),
            violations: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
  ...Covered,
  /** What the policy rules in force said of the scan; absent from older servers. */
  rules: z.array(RuleResult).optional(),
  issues: z.array(ParseIssue),
  /** By ecosystem of the inventory; absent from older servers. */
  advisoryData: z.array(ReportAdvisoryData).optional(),
  /** Pull requests for findings still in the report; absent if none were recorded. */
  pullRequests: PullRequests.optional(),
})
export type Report = z.infer<typeof Report>
