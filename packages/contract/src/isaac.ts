import { endKinds, resultExclusions } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, ParseIssue, someOf, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** Severities an account can assign to a rule. */
export const GivenSeverity = WireSeverity.exclude(['NA', 'NONE', 'SUGGEST'])

/** A rule reported by an infrastructure-as-code scanner, with the account's policy for it. */
export const IsaacPolicy = named('IsaacPolicy', {
  /** The scanner's rule id, such as 'CKV_AWS_20'. */
  sysid: z.string(),
  tool: z.string(),
  title: z.string(),
  description: z.string(),
  helpUri: z.string().nullable(),
  enabled: z.boolean(),
  /** The severity of findings: the account's, otherwise the scanner's. */
  severity: WireSeverity,
  defaultSeverity: WireSeverity,
  /** Applies to projects with one of these tags; empty for all projects. */
  tags: z.array(z.string()),
})
export type IsaacPolicy = z.infer<typeof IsaacPolicy>

const Counts = z.object({ CRITICAL: z.int(), HIGH: z.int(), MEDIUM: z.int(), LOW: z.int(), NA: z.int() })

/** An infrastructure-as-code scan. Its numbers are separate from scores and vulnerabilities. */
export const IsaacReport = named('IsaacReport', {
  uuid: Uuid,
  tool: z.literal('ISAAC'),
  timestamp: EpochMs,
  project: z.object({ uuid: Uuid, name: z.string(), url: z.string(), branch: z.string() }),
  /** Scanners whose results it contains, such as 'Checkov'. */
  scanners: z.array(z.string()),
  /** Open findings, including those of scanners that did not run this time. */
  findingCount: z.int(),
  severities: Counts,
  introducedCount: z.int(),
  fixedCount: z.int(),
  excludedCount: z.int(),
  issues: z.array(ParseIssue),
})
export type IsaacReport = z.infer<typeof IsaacReport>

export const IsaacFinding = named('IsaacFinding', {
  sysid: z.string(),
  tool: z.string(),
  /** '' if the scanner names no file. */
  path: z.string(),
  line: z.int().nullable(),
  message: z.string(),
  severity: WireSeverity,
  /** null for excluded results. */
  lifetime: z
    .object({
      introducedAt: EpochMs,
      /** Whether it is new in this scan. */
      isNew: z.boolean(),
      /** null while open. */
      endedAt: EpochMs.nullable(),
      endKind: z.enum(endKinds).nullable(),
      /** Whole days; null if open or not fixed. */
      daysToFix: z.int().nullable(),
    })
    .nullable(),
  /** null: it counts. policy: disabled; tags: limited to other projects; suppressed: in the source. */
  exclusion: z.object({ reason: z.enum(resultExclusions), description: z.string() }).nullable(),
})
export type IsaacFinding = z.infer<typeof IsaacFinding>

const OfReport = z.object({ branch: z.string().min(1).optional(), reportUuid: Uuid.optional() })

/** Infrastructure as code: SARIF results of scanners, received as uploads and builds. */
export const isaac = endpoints({
  policies: {
    method: 'GET',
    path: '/api/v1/isaac/me/policies',
    permission: 'isaac.read',
    summary: 'Infrastructure-as-code rules seen in the account',
    responses: { 200: z.array(IsaacPolicy) },
  },
  setPolicy: {
    method: 'POST',
    path: '/api/v1/isaac/me/policies/{sysid}',
    permission: 'isaac.edit',
    summary:
      'Enable or disable a rule, change its severity or limit it to projects with some tags; open findings are re-evaluated by a job',
    body: someOf(
      z.object({
        enabled: z.boolean().optional(),
        /** null for the scanner's. */
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
    summary: 'The last infrastructure-as-code scan of a branch, or a specific one',
    query: OfReport,
    responses: { 200: IsaacReport },
  },
  findings: {
    method: 'GET',
    path: '/api/v1/isaac/reports/{projectUuid}/findings',
    permission: 'reports.read',
    summary: 'Findings of an infrastructure-as-code scan: open, ended by it, and excluded',
    query: OfReport,
    responses: { 200: z.array(IsaacFinding) },
  },
})
