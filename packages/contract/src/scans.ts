import { endKinds, findingCategories, vexStatuses } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { binary, endpoints } from './endpoint.ts'
import { PullRequests } from './pull-requests.ts'
import { License, LicenseOrigin } from './licenses.ts'
import { Fix } from './reports.ts'
import {
  Ages,
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

/** The stored numbers of a scan; nothing is computed on request. */
export const ScanItem = z
  .object({
    uuid: Uuid,
    branch: z.string(),
    /** 1 for the branch's first scan. */
    number: z.int(),
    timestamp: EpochMs,
    /** Origin of the scan: 'upload', 'rescan', … */
    source: z.string(),
    security: Score,
    stability: Score,
    licensing: Score,
    outcome: Outcome,
    /** Whether the outcome was declared by a member instead of derived from scores. */
    isDeclared: z.boolean(),
    vulnerabilityCount: z.int(),
    vulnerabilityDelta: z.int(),
    mitigationCount: z.int(),
    componentCount: z.int(),
    ...Ages,
  })
  .meta({ id: 'ScanItem' })
export type ScanItem = z.infer<typeof ScanItem>

export const Overview = z
  .object({
    project: z.object({ uuid: Uuid, url: z.string(), name: z.string(), tags: z.array(z.string()) }),
    branch: z.string(),
    /** Branches with a scan, most recently scanned first. */
    branches: z.array(
      z.object({
        name: z.string(),
        /** Its last report. */
        reportUuid: Uuid,
        timestamp: EpochMs,
        security: Score,
        vulnerabilityCount: z.int(),
      }),
    ),
    scan: ScanItem.extend({
      issues: z.array(ParseIssue),
      files: z.array(z.string()),
      /** By ecosystem of the inventory. */
      advisoryData: z.array(ReportAdvisoryData),
    }),
    /** The branch's scans, newest first, at most 200; the scan itself may be older. */
    scans: z.array(ScanItem),
    /** Current minimum scores; a scan was evaluated with those of its time. */
    minimumScores: z.object({ security: Score, stability: Score, licensing: Score }),
    /** Pull requests opened by a bot for this scan or an earlier one; null if none were recorded. */
    pullRequests: PullRequests.nullable(),
  })
  .meta({ id: 'ScanOverview' })
export type Overview = z.infer<typeof Overview>

/** From the first scan that had it to the first without it. */
export const Lifetime = z
  .object({
    introducedAt: EpochMs,
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
  .meta({ id: 'Lifetime' })
export type Lifetime = z.infer<typeof Lifetime>

const Named = z.object({
  advisoryUuid: Uuid,
  cve: z.string().nullable(),
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
  /** In CISA's known exploited vulnerabilities catalog, or an advisory links to it. */
  isKnownExploited: z.boolean(),
  /** 0 to 1: probability of exploitation within 30 days (FIRST EPSS); null if unknown. */
  epss: z.number().nullable(),
  cwes: z.array(z.string()),
  versions: z.array(AffectedVersion),
  /** Listed but not counted. For a VEX statement, the uuid is that of its document, otherwise the report's. */
  exclusion: WhyExcluded.nullable(),
  /** null if it was excluded from the start. */
  lifetime: Lifetime.nullable(),
}).meta({ id: 'Finding' })
export type Finding = z.infer<typeof Finding>

export const ComponentItem = z
  .object({
    name: z.string(),
    version: z.string(),
    language: z.string(),
    purl: z.string().nullable(),
    /** Page of this version in its registry. */
    webUrl: z.string().nullable(),
    scope: z.string(),
    isDirect: z.boolean().nullable(),
    latestPatch: z.string().nullable(),
    latestMinor: z.string().nullable(),
    latestMajor: z.string().nullable(),
    /** false: counts as neither current nor outdated. */
    hasKnownReleases: z.boolean(),
    /** Years between this version and the newest stable one; null if unknown. */
    libyears: z.number().nullable(),
    /** Deprecation, missing support or maintenance, as sentences. */
    stability: z.array(z.string()),
    licenses: z.array(License),
    ...LicenseOrigin,
    warnings: z.array(z.string()),
    violations: z.array(z.string()),
  })
  .meta({ id: 'ComponentItem' })
export type ComponentItem = z.infer<typeof ComponentItem>

export const ComparedFinding = Named.extend({
  /** Versions at the older scan; empty if absent. */
  before: z.array(z.string()),
  /** Versions at the newer scan; empty if absent. */
  after: z.array(z.string()),
  lifetime: Lifetime,
}).meta({ id: 'ComparedFinding' })
export type ComparedFinding = z.infer<typeof ComparedFinding>

/** The lists of a comparison. */
export const comparisonLists = ['introduced', 'fixed', 'dropped', 'unchanged'] as const
export type ComparisonList = (typeof comparisonLists)[number]

export const Comparison = z
  .object({
    /** On one branch, the older scan; across branches, the first one named. */
    from: ScanItem,
    to: ScanItem,
    introduced: z.array(ComparedFinding),
    /** Upgraded or removed; across branches, absent. */
    fixed: z.array(ComparedFinding),
    /** No longer counted for another reason: excluded, withdrawn or coverage lost. */
    dropped: z.array(ComparedFinding),
    unchanged: z.array(ComparedFinding),
  })
  .meta({ id: 'ScanComparison' })
export type Comparison = z.infer<typeof Comparison>

/** https://cyclonedx.org/docs/1.6/json/ */
const Bom = z
  .object({
    bomFormat: z.literal('CycloneDX'),
    specVersion: z.literal('1.6'),
    serialNumber: z.string(),
    version: z.int(),
    metadata: z.looseObject({ timestamp: z.string() }),
    components: z.array(z.looseObject({ type: z.string(), name: z.string(), version: z.string() })),
    dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
  })
  .meta({ id: 'CycloneDx' })
export type Bom = z.infer<typeof Bom>

/** https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md */
const OpenVex = z
  .looseObject({
    '@context': z.literal('https://openvex.dev/ns/v0.2.0'),
    '@id': z.string(),
    author: z.string(),
    timestamp: z.string(),
    version: z.int(),
    statements: z.array(z.looseObject({ status: z.enum(vexStatuses) })),
  })
  .meta({ id: 'OpenVex' })

/** A vulnerability disclosure report: https://cyclonedx.org/capabilities/vdr/ */
const CyclonedxVex = z
  .looseObject({
    bomFormat: z.literal('CycloneDX'),
    specVersion: z.literal('1.6'),
    serialNumber: z.string(),
    version: z.int(),
    vulnerabilities: z.array(z.looseObject({ id: z.string() })),
  })
  .meta({ id: 'CyclonedxVex' })

/** The report's documents; otherwise those of the last report of the branch, main, or the most recently scanned branch. */
const OfReport = z.object({ branch: z.string().min(1).optional(), reportUuid: Uuid.optional() })

/** Compact views of a report for the web app, with the history of each finding. */
export const scans = endpoints({
  overview: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/overview',
    permission: 'reports.read',
    summary: 'Scores and outcome of a report, with its branch and adjacent branches and scans',
    query: OfReport,
    responses: { 200: Overview },
  },
  findings: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/findings',
    permission: 'reports.read',
    summary: 'Findings of a report with evidence, paths, fix versions and history',
    query: OfReport,
    errors: ['conflict'],
    responses: { 200: z.array(Finding) },
  },
  components: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/components',
    permission: 'reports.read',
    summary: 'Components of a report with newer versions and licenses',
    query: OfReport,
    errors: ['conflict'],
    responses: { 200: z.array(ComponentItem) },
  },
  compare: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/comparison',
    permission: 'reports.read',
    summary: 'Changes between two scans: oldest first on one branch, otherwise in the given order',
    query: z.object({ from: Uuid, to: Uuid }),
    errors: ['conflict'],
    responses: { 200: Comparison },
  },
  inventory: {
    method: 'GET',
    path: '/api/v1/reports/{projectUuid}/sbom-cdx.json',
    permission: 'reports.read',
    summary: 'The components of a report as CycloneDX JSON',
    query: OfReport,
    errors: ['conflict'],
    responses: { 200: Bom },
  },
  vex: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/vex',
    permission: 'reports.read',
    summary: "The project's own VEX document, from exclusions, statements and open findings of a report",
    query: OfReport.extend({ format: z.enum(['openvex', 'cyclonedx']).default('openvex') }),
    errors: ['conflict'],
    responses: { 200: z.union([OpenVex, CyclonedxVex]) },
  },
  documents: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/documents',
    permission: 'reports.read',
    summary: 'The uploaded documents of a report',
    query: OfReport,
    responses: {
      200: z.array(
        z.object({
          position: z.int(),
          path: z.string(),
          /** Size in bytes. */
          size: z.int(),
        }),
      ),
    },
  },
  document: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/reports/{reportUuid}/documents/{position}',
    permission: 'reports.read',
    summary: 'One uploaded document, unchanged',
    responses: { 200: binary('application/octet-stream') },
  },
})
