import { endKinds, resultExclusions } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, ParseIssue, someOf, Uuid, WireSeverity } from './vocabulary.ts'

/** What an account can rate a rule. */
export const GivenSeverity = WireSeverity.exclude(['NA', 'NONE', 'SUGGEST'])

/** A rule that a scanner of infrastructure as code has told, and what the account says of it. */
export const IsaacPolicy = z
  .object({
    /** The scanner's own id: 'CKV_AWS_20'. */
    sysid: z.string(),
    tool: z.string(),
    title: z.string(),
    description: z.string(),
    helpUri: z.string().nullable(),
    enabled: z.boolean(),
    /** The one that findings have: the account's, else the scanner's. */
    severity: WireSeverity,
    defaultSeverity: WireSeverity,
    /** It holds for projects that have one of these tags; none: for all. */
    tags: z.array(z.string()),
  })
  .meta({ id: 'IsaacPolicy' })
export type IsaacPolicy = z.infer<typeof IsaacPolicy>

const Counts = z.object({ CRITICAL: z.int(), HIGH: z.int(), MEDIUM: z.int(), LOW: z.int(), NA: z.int() })

/** A scan of infrastructure as code. Its numbers are its own: scores and vulnerabilities know nothing of them. */
export const IsaacReport = z
  .object({
    uuid: Uuid,
    tool: z.literal('ISAAC'),
    timestamp: EpochMs,
    project: z.object({ uuid: Uuid, name: z.string(), url: z.string(), branch: z.string() }),
    /** The scanners whose results it took: 'Checkov'. */
    scanners: z.array(z.string()),
    /** Open findings, also those of scanners that did not run this time. */
    findingCount: z.int(),
    severities: Counts,
    introducedCount: z.int(),
    fixedCount: z.int(),
    excludedCount: z.int(),
    issues: z.array(ParseIssue),
  })
  .meta({ id: 'IsaacReport' })
export type IsaacReport = z.infer<typeof IsaacReport>

export const IsaacFinding = z
  .object({
    sysid: z.string(),
    tool: z.string(),
    /** '' when the scanner names no file. */
    path: z.string(),
    line: z.int().nullable(),
    message: z.string(),
    severity: WireSeverity,
    /** null: it is excluded and has none. */
    lifetime: z
      .object({
        introducedAt: EpochMs,
        /** Whether this scan is the first that has it. */
        isNew: z.boolean(),
        /** null: it is open. */
        endedAt: EpochMs.nullable(),
        endKind: z.enum(endKinds).nullable(),
        /** Whole days; null when it is open or was not fixed. */
        daysToFix: z.int().nullable(),
      })
      .nullable(),
    /** null: it counts. policy: switched off; tags: limited to other projects; suppressed: in the source. */
    exclusion: z.object({ reason: z.enum(resultExclusions), description: z.string() }).nullable(),
  })
  .meta({ id: 'IsaacFinding' })
export type IsaacFinding = z.infer<typeof IsaacFinding>

const OfReport = z.object({ branch: z.string().min(1).optional(), reportUuid: Uuid.optional() })

/** Infrastructure as code: results that scanners wrote as SARIF come by the uploads and builds. */
export const isaac = endpoints({
  policies: {
    method: 'GET',
    path: '/api/v1/isaac/me/policies',
    permission: 'isaac.read',
    summary: 'Rules of scanners of infrastructure as code that the account has seen',
    responses: { 200: z.array(IsaacPolicy) },
  },
  setPolicy: {
    method: 'POST',
    path: '/api/v1/isaac/me/policies/{sysid}',
    permission: 'isaac.edit',
    summary:
      'Switch a rule on or off, change its severity or limit it to projects with some tags; open findings are judged again by a job',
    body: someOf(
      z.object({
        enabled: z.boolean().optional(),
        /** null: the scanner's. */
        severity: GivenSeverity.nullable().optional(),
        tags: z.array(z.string().trim().min(1).max(100)).max(100).optional(),
      }),
    ),
    responses: { 200: IsaacPolicy },
  },
  report: {
    method: 'GET',
    path: '/api/v1/isaac/reports/{projectUuid}',
    permission: 'reports.read',
    summary: 'The last scan of infrastructure as code of a branch, or one that is named',
    query: OfReport,
    responses: { 200: IsaacReport },
  },
  findings: {
    method: 'GET',
    path: '/api/v1/isaac/reports/{projectUuid}/findings',
    permission: 'reports.read',
    summary: 'Findings of such a scan: those that are open, those that it ended, and those that are excluded',
    query: OfReport,
    responses: { 200: z.array(IsaacFinding) },
  },
})
