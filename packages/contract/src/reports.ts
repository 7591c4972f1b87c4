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
    /** One string, with a comma after each tag. */
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
    /** The step from the installed version. */
    step: z.enum(steps),
    /** false: the package's releases are unknown, and the version is named as fixed in an advisory. */
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
    /** The nearest version not affected by this advisory; null if none. */
    fixesThis: Fix.nullable(),
    /** The matching rule of each record, as a sentence. */
    evidence: z.array(z.string()),
    /** When this finding was introduced. */
    introducedAt: EpochMs,
    /** VEX statements in the scanned document or in VEX documents. */
    vex: VexAssessment.optional(),
    /** Only on excluded advices, never empty. For a VEX statement, the uuid is that of its document, otherwise the report's. */
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

/** Added to SPDX licenses by `includes=expanded-licenses`. */
const ExpandedLicense = {
  links: z.array(z.object({ type: z.enum(['INFO', 'TEXT']), url: z.string() })).optional(),
  /** Whether it is OSI-approved. */
  osiApproved: z.boolean().optional(),
}

/** The full report, with scores as numbers. */
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
              /** The nearest version without known advisories; null if none. */
              recommended: Fix.nullable(),
              /** The shortest dependency path from the project to the component. */
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
    /** By ecosystem of the inventory; absent from older servers. */
    advisoryData: z.array(ReportAdvisoryData).optional(),
    /** Pull requests for findings still in the report; absent if none were recorded. */
    pullRequests: PullRequests.optional(),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

const OnBranch = z.object({
  branch: z.string().min(1).optional(),
  /** 'expanded-licenses' adds links to license texts. Comma-separated. */
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
        /** Open findings by severity; severities without findings are omitted. */
        severities: z.partialRecord(WireSeverity, z.int()),
        /** Compared with the previous scan. */
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
    summary: 'The latest report of each project and branch, in pages, by project address',
    query: Since.extend({
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    responses: {
      200: z
        .object({
          items: z.array(ReportItem),
          /** Pass as `cursor` for the next page; null on the last page. */
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
      'The last report of a project: of the given branch, otherwise main or the most recently scanned one',
    query: OnBranch,
    errors: ['conflict'],
    responses: report,
  },
  json: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/json',
    permission: 'reports.read',
    summary: 'The same as /full, at the path used by metrics exporters',
    query: OnBranch,
    errors: ['conflict'],
    responses: report,
  },
  fullOf: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/full/{reportUuid}',
    permission: 'reports.read',
    summary: 'Get a report of a project',
    query: OnBranch,
    errors: ['conflict'],
    responses: report,
  },
  recompute: {
    method: 'POST',
    path: '/api/v1/reports/{projectUuid}/full',
    permission: 'reports.edit',
    summary:
      "Rescan the branch's last inventory with current advisories and rules. If nothing changed, the last report is kept with its declared outcome",
    query: OnBranch,
    errors: ['scanPending'],
    responses: report,
  },
  recomputeOf: {
    method: 'POST',
    path: '/api/v1/reports/{projectUuid}/full/{reportUuid}',
    permission: 'reports.edit',
    summary: "Rescan the branch of a report. Returns the branch's last report, which may be a different one",
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
    query: z.object({ branch: z.string().min(1).optional(), outcome: Outcome }),
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
