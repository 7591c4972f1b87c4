import { riskClasses } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { Covered } from './coverage.ts'
import { binary, endpoints, text } from './endpoint.ts'
import { NewPullRequests, PullRequests } from './pull-requests.ts'
import { Fix } from './report.ts'
import { DisplayId, EpochMs, Outcome, Score, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** The licenses and copyrights of a branch's components. */
export const Bible = named('Bible', {
  project: z.object({ name: z.string() }),
  /** By language. */
  components: z.record(
    z.string(),
    z.array(
      z.object({
        name: z.string(),
        version: z.string(),
        licenses: z.array(z.string()),
        copyright: z.object({ text: z.string(), source: z.string() }),
      }),
    ),
  ),
  /** The distinct licenses of the components. */
  licenses: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type Bible = z.infer<typeof Bible>

const OnBranch = z.object({ branch: z.string().min(1).max(500).optional() })

/** A score with its change since the first scan of the trend; 0 if one of both was not measured. */
const ScoreTrend = { score: Score, delta: z.int() }

export const SecurityReport = named('SecurityReport', {
  uuid: Uuid,
  project: z.object({ uuid: Uuid, url: z.string(), branch: z.string() }),
  timestamp: EpochMs,
  outcome: Outcome,
  /** Without regard to a declared one. */
  computedOutcome: Outcome,
  ...Covered,
  security: z.object({
    ...ScoreTrend,
    risk: z.enum(riskClasses),
    vulnerabilityCount: z.int(),
    vulnerabilityDelta: z.int(),
    severities: z.partialRecord(WireSeverity, z.int()),
  }),
  stability: z.object({
    ...ScoreTrend,
    outdatedCount: z.int(),
    libyears: z.number().nullable(),
  }),
  licensing: z.object({
    ...ScoreTrend,
    undeclaredCount: z.int(),
    violationCount: z.int(),
  }),
  componentCount: z.int(),
  /** Up to 30 scans, newest first. */
  trend: z.array(
    z.object({
      reportUUID: Uuid,
      timestamp: EpochMs,
      securityScore: Score,
      stabilityScore: Score,
      licensingScore: Score,
      ...Covered,
      vulnerabilityCount: z.int(),
      mitigationCount: z.int(),
      vulnerabilityDelta: z.int(),
    }),
  ),
  /** Up to 10 upgrades, most severe findings first. */
  nextFixes: z.array(
    z.object({
      library: z.object({ name: z.string(), language: z.string() }),
      version: z.string(),
      fix: Fix,
      /** Number of findings it closes. */
      vulnerabilities: z.array(
        z.object({ id: z.string(), displayId: DisplayId, adviceID: Uuid, severity: WireSeverity }),
      ),
    }),
  ),
})
export type SecurityReport = z.infer<typeof SecurityReport>

export const reportExports = endpoints({
  makeBible: {
    method: 'POST',
    path: '/api/v1/reports/{projectUuid}/bible',
    permission: 'reports.read',
    summary:
      "Start exporting the license inventory of a branch's last report. Returns the id used to query its progress",
    query: OnBranch,
    responses: { 200: text() },
  },
  bibleProgress: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/bible/{bibleUuid}',
    permission: 'reports.read',
    summary: '100 when the license inventory is ready; until then 404 with the percentage',
    errors: ['exportFailed'],
    responses: { 200: z.literal(100), 404: z.int().min(0).max(99) },
  },
  bible: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/bible',
    permission: 'reports.read',
    summary: 'The most recently exported license inventory',
    query: OnBranch,
    responses: { 200: Bible },
  },
  addPullRequests: {
    method: 'POST',
    path: '/api/v1/reports/{projectUuid}/prs',
    permission: 'reports.edit',
    summary: "Record the pull requests opened for a branch's last report; replaces those recorded before",
    query: OnBranch,
    body: NewPullRequests,
    responses: { 200: PullRequests },
  },
  pdf: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/pdf',
    readsMuch: true,
    permission: 'reports.read',
    summary: "A report as a tagged PDF: a specific one or the branch's last",
    query: OnBranch.extend({ reportUuid: Uuid.optional() }),
    errors: ['pdfTooLarge'],
    responses: { 200: binary('application/pdf') },
  },
  securityReport: {
    method: 'GET',
    path: '/api/v1/sasha/projects/{projectUuid}/report',
    permission: 'reports.read',
    summary:
      "Security, stability and licensing of a branch's last report, with their trend and the next fixes",
    query: OnBranch,
    responses: { 200: SecurityReport },
  },
})
