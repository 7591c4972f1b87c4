import { steps } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { License, LicenseOrigin } from './licenses.ts'
import { PullRequests } from './pull-requests.ts'
import {
  Ages,
  EpochMs,
  Flag,
  Outcome,
  ParseIssue,
  ReportAdvisoryData,
  Score,
  Uuid,
  VexAssessment,
  WhyExcluded,
  WireSeverity,
} from './vocabulary.ts'

export const ReportItem = z
  .object({
    /** The PROJECT's uuid: existing clients rely on it. */
    uuid: Uuid,
    name: z.string(),
    branch: z.string(),
    /** One string, a comma after each tag. */
    tags: z.string(),
    outcome: Outcome,
    status: z.enum(['OK', 'FAIL']),
    timestamp: EpochMs,
    languages: z.array(z.string()),
  })
  .meta({ id: 'ReportItem' })

const Library = z.object({ name: z.string(), language: z.string() })

/** A version to upgrade to. */
export const Fix = z
  .object({
    version: z.string(),
    /** How far it is from the installed version. */
    step: z.enum(steps),
    /** false: the package's releases are unknown, and an advisory names the version as fixed. */
    isKnownRelease: z.boolean(),
  })
  .meta({ id: 'Fix' })
export type Fix = z.infer<typeof Fix>

export const Advice = z
  .object({
    id: Uuid,
    library: Library,
    severity: WireSeverity,
    cve: z.string().nullable(),
    cwe: z.string().nullable(),
    cvss: z.number(),
    type: z.enum(['SECURITY', 'DEFECT', 'LEGAL', 'SUGGEST']),
    source: z.string(),
    description: z.string(),
    links: z.array(z.object({ type: z.string(), url: z.string() })),
    versionRange: z.string(),
    fixedInVersions: z.array(z.string()),
    fixedVersions: z.array(z.string()),
    /** The nearest version that this advisory does not affect; null when there is none. */
    fixesThis: Fix.nullable(),
    /** Which rule of which record matched: a sentence each. */
    evidence: z.array(z.string()),
    /** When this lifetime began. */
    introducedAt: EpochMs,
    /** What the scanned document itself, or a VEX document, says of it. */
    vex: VexAssessment.optional(),
    /** Present on an excluded advice only, never empty. Where a statement excludes it, the uuid is that of its VEX document, else the report's. */
    exclusions: z.array(WhyExcluded).optional(),
  })
  .meta({ id: 'Advice' })

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

/** What `includes=expanded-licenses` adds to a license of the SPDX list. */
const ExpandedLicense = {
  links: z.array(z.object({ type: z.enum(['INFO', 'TEXT']), url: z.string() })).optional(),
  /** Whether the Open Source Initiative approved it. */
  osiApproved: z.boolean().optional(),
}

/** The full report; scores are numbers. */
export const Report = z
  .object({
    uuid: Uuid,
    outcome: Outcome,
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
              /** The nearest version that no known advisory affects; null when there is none. */
              recommended: Fix.nullable(),
              /** From the project to the component, the shortest path that brought it in. */
              hierarchy: z.array(z.string()),
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
    issues: z.array(ParseIssue),
    /** By ecosystem of the inventory; absent: the server is older than this field. */
    advisoryData: z.array(ReportAdvisoryData).optional(),
    /** Opened for findings that the report still has; absent: none were recorded. */
    pullRequests: PullRequests.optional(),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

const OnBranch = z.object({
  branch: z.string().min(1).optional(),
  /** 'expanded-licenses' adds links to the texts of licenses. Several are separated by commas. */
  includes: z.string().optional(),
})

const report = { 200: Report }

export const ReportSummary = z
  .object({
    uuid: Uuid,
    name: z.string(),
    url: z.string(),
    tags: z.array(z.string()),
    branches: z.array(
      z.object({
        branch: z.string(),
        reportUuid: Uuid,
        timestamp: EpochMs,
        security: Score,
        stability: Score,
        licensing: Score,
        outcome: Outcome,
        vulnerabilityCount: z.int(),
        /** Open findings by severity; one that is left out has none. */
        severities: z.partialRecord(WireSeverity, z.int()),
        /** Compared with the scan before. */
        vulnerabilityDelta: z.int(),
        mitigationCount: z.int(),
        /** Since the first scan of the branch. */
        vulnerabilitiesIdentified: z.int(),
        vulnerabilitiesAddressed: z.int(),
        componentCount: z.int(),
        languages: z.array(z.string()),
        ...Ages,
        scans: z.int(),
      }),
    ),
  })
  .meta({ id: 'ReportSummary' })

const Since = z.object({
  sinceDaysAgo: z.coerce.number().int().min(0).max(36500).optional(),
  nocache: Flag.optional(),
})

export const reports = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/reports',
    permission: 'reports.read',
    summary: 'The latest report of each project and branch',
    query: Since,
    errors: ['conflict'],
    responses: { 200: z.array(ReportItem) },
  },
  listV2: {
    method: 'GET',
    path: '/api/v2/reports',
    permission: 'reports.read',
    summary: 'The latest report of each project and branch',
    query: Since,
    errors: ['conflict'],
    responses: { 200: z.array(ReportItem) },
  },
  listV3: {
    method: 'GET',
    path: '/api/v3/reports',
    permission: 'reports.read',
    summary: 'The latest report of each project and branch, page by page, by address of the project',
    query: Since.extend({
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    responses: {
      200: z
        .object({
          items: z.array(ReportItem),
          /** Pass it as `cursor` for the next page; null at the end. */
          nextCursor: z.string().nullable(),
        })
        .meta({ id: 'ReportItems' }),
    },
  },
  full: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/full',
    permission: 'reports.read',
    summary:
      'The last report of a project; of its branch main, else the one scanned last, when none is named',
    query: OnBranch,
    errors: ['conflict'],
    responses: report,
  },
  json: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/json',
    permission: 'reports.read',
    summary: 'The same as /full, where exporters of metrics look for it',
    query: OnBranch,
    errors: ['conflict'],
    responses: report,
  },
  fullOf: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/full/{reportUuid}',
    permission: 'reports.read',
    summary: 'One report of a project',
    query: OnBranch,
    errors: ['conflict'],
    responses: report,
  },
  recompute: {
    method: 'POST',
    path: '/api/v1/reports/{projectUuid}/full',
    permission: 'reports.edit',
    summary:
      "Scan the branch's last inventory again against today's advisories and rules. When nothing differs, the last report stays the last one and keeps a declared outcome",
    query: OnBranch,
    errors: ['scanPending'],
    responses: report,
  },
  recomputeOf: {
    method: 'POST',
    path: '/api/v1/reports/{projectUuid}/full/{reportUuid}',
    permission: 'reports.edit',
    summary:
      "The same for the branch of a report. The answer is the branch's last report, which may be another one",
    errors: ['scanPending'],
    responses: report,
  },
  history: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/history',
    permission: 'reports.read',
    summary: 'The reports of a branch, newest first',
    query: z.object({
      project: z.string().optional(),
      branch: z.string().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
    }),
    responses: { 200: z.array(z.object({ uuid: Uuid, timestamp: EpochMs })) },
  },
  declareOutcome: {
    method: 'POST',
    path: '/api/v1/reports/{projectUuid}/outcome',
    permission: 'reports.edit',
    summary: "Declare the outcome of a branch's last report",
    query: z.object({ branch: z.string().min(1).optional(), outcome: z.enum(['PASS', 'FAIL']) }),
    responses: { 200: z.object({}) },
  },
  summary: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/summary',
    permission: 'reports.read',
    summary: 'Scores and counts of the latest report of each branch of a project',
    query: Since.pick({ sinceDaysAgo: true }),
    errors: ['conflict'],
    responses: { 200: ReportSummary },
  },
})
