import { z } from 'zod'
import { Covered } from './coverage.ts'
import { endpoints } from './endpoint.ts'
import { Report } from './report.ts'
import { RuleResult } from './rules.ts'
import { Ages, DaysAgo, EpochMs, Flag, Outcome, Score, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

export const ReportItem = named('ReportItem', {
  /** The PROJECT's uuid: existing clients rely on it. */
  uuid: Uuid,
  name: z.string(),
  branch: z.string(),
  /** One string, with a comma after each tag. */
  tags: z.string(),
  outcome: Outcome,
  /** What the scan and its advisory data prove, whatever was declared. */
  computedOutcome: Outcome,
  status: z.enum(['OK', 'FAIL']),
  ...Covered,
  timestamp: EpochMs,
  languages: z.array(z.string()),
})

const OnBranch = z.object({
  branch: z.string().min(1).optional(),
  /** 'expanded-licenses' adds links to license texts. Comma-separated. */
  includes: z.string().optional(),
})

const report = { 200: Report }

export const ReportSummary = named('ReportSummary', {
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
      computedOutcome: Outcome,
      ...Covered,
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

const Since = z.object({
  sinceDaysAgo: DaysAgo,
  nocache: Flag.optional(),
})

export const reports = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/reports',
    permission: 'reports.read',
    readsMuch: true,
    summary: 'The latest report of each project and branch',
    query: Since,
    errors: ['conflict'],
    responses: { 200: z.array(ReportItem) },
  },
  listV2: {
    method: 'GET',
    path: '/api/v2/reports',
    permission: 'reports.read',
    readsMuch: true,
    summary: 'The latest report of each project and branch',
    query: Since,
    errors: ['conflict'],
    responses: { 200: z.array(ReportItem) },
  },
  listV3: {
    method: 'GET',
    path: '/api/v3/reports',
    permission: 'reports.read',
    readsMuch: true,
    summary: 'The latest report of each project and branch, in pages, by project address',
    query: Since.extend({
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    responses: {
      200: named('ReportItems', {
        items: z.array(ReportItem),
        /** Pass as `cursor` for the next page; null on the last page. */
        nextCursor: z.string().nullable(),
      }),
    },
  },
  full: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/full',
    permission: 'reports.read',
    readsMuch: true,
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
    readsMuch: true,
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
    summary:
      'Rescan the branch of a report with current advisories and rules. Returns the report asked for; a new one is at /full',
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
  rules: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/rules',
    permission: 'reports.read',
    summary: 'What the policy rules say of a report: the given one, otherwise the last of a branch',
    query: z.object({ branch: z.string().min(1).optional(), reportUuid: Uuid.optional() }),
    responses: { 200: z.object({ reportUuid: Uuid, results: z.array(RuleResult) }) },
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
