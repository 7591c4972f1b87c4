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

/** A scan's numbers, as they were stored; nothing here is computed when asked. */
export const ScanItem = z
  .object({
    uuid: Uuid,
    branch: z.string(),
    /** 1 is the branch's first scan. */
    number: z.int(),
    timestamp: EpochMs,
    /** What the scan came from: 'upload', 'rescan', … */
    source: z.string(),
    security: Score,
    stability: Score,
    licensing: Score,
    outcome: Outcome,
    /** Whether a member declared the outcome instead of the scores. */
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
    /** Those with a scan, the one scanned last first. */
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
    /** The branch's, newest first, at most 200; the scan itself may be an older one. */
    scans: z.array(ScanItem),
    /** Today's; a scan was judged by those of its day. */
    minimumScores: z.object({ security: Score, stability: Score, licensing: Score }),
    /** Those that a bot opened for this scan or an earlier one; null: none were recorded. */
    pullRequests: PullRequests.nullable(),
  })
  .meta({ id: 'ScanOverview' })
export type Overview = z.infer<typeof Overview>

/** From the scan that first saw it to the one that no longer did. */
export const Lifetime = z
  .object({
    introducedAt: EpochMs,
    introducedNumber: z.int(),
    introducedReportUuid: Uuid,
    /** All of these are null while it is open. */
    endedAt: EpochMs.nullable(),
    endedNumber: z.int().nullable(),
    endedReportUuid: Uuid.nullable(),
    endKind: z.enum(endKinds).nullable(),
    /** 'lodash 4.17.21', 'removed'. */
    fixedBy: z.string().nullable(),
    /** Whole days; null, never 0, when unknown. */
    daysToFix: z.int().nullable(),
  })
  .meta({ id: 'Lifetime' })
export type Lifetime = z.infer<typeof Lifetime>

const Named = z.object({
  advisoryUuid: Uuid,
  cve: z.string().nullable(),
  severity: WireSeverity,
  /** null when no record has a vector that scores. */
  cvss: z.number().nullable(),
  ecosystem: z.string(),
  package: z.string(),
  fixedVersions: z.array(z.string()),
})

const AffectedVersion = z.object({
  version: z.string(),
  /** null: the document does not tell who requires what. */
  isDirect: z.boolean().nullable(),
  /** Files that list it. */
  locations: z.array(z.string()),
  /** What the scanned document itself, or a VEX document, says of it. */
  vex: VexAssessment.optional(),
  /** Which rule of which record holds the version, the rule as words: 'every version before 1.2.3, which fixes it'. */
  evidence: z.array(
    z.object({
      recordId: z.string(),
      /** Normalized; of a distribution's package, that of its source. */
      packageName: z.string(),
      /** The order by which versions were compared: 'SemVer 2.0.0'. */
      order: z.string(),
      rule: z.string(),
    }),
  ),
  /** From the project to the component, each entry 'name:version'; the shortest first, at most five. */
  paths: z.array(z.array(z.string())),
  /** The nearest version that this advisory does not affect; null when there is none. */
  fixesThis: Fix.nullable(),
  /** The nearest version that no known advisory affects; null when there is none. */
  recommended: Fix.nullable(),
  /** The newest of each step that no known advisory affects. */
  safeVersions: z.object({
    latestPatch: z.string().nullable(),
    latestMinor: z.string().nullable(),
    latestMajor: z.string().nullable(),
  }),
})

export const Finding = Named.extend({
  category: z.enum(findingCategories),
  /** Ids of the records that speak of it; empty when the advisory is gone since. */
  recordIds: z.array(z.string()),
  summary: z.string(),
  /** A record refers to CISA's catalog of known exploited vulnerabilities. */
  isKnownExploited: z.boolean(),
  /** 0 to 1: how likely an attack is within 30 days, by FIRST's EPSS; null when no list says. */
  epss: z.number().nullable(),
  cwes: z.array(z.string()),
  versions: z.array(AffectedVersion),
  /** Listed, and counted nowhere. Where a statement excludes it, the uuid is that of its VEX document, else the report's. */
  exclusion: WhyExcluded.nullable(),
  /** null when it was excluded from the start. */
  lifetime: Lifetime.nullable(),
}).meta({ id: 'Finding' })
export type Finding = z.infer<typeof Finding>

export const ComponentItem = z
  .object({
    name: z.string(),
    version: z.string(),
    language: z.string(),
    purl: z.string().nullable(),
    /** Where its registry shows this version. */
    webUrl: z.string().nullable(),
    scope: z.string(),
    isDirect: z.boolean().nullable(),
    latestPatch: z.string().nullable(),
    latestMinor: z.string().nullable(),
    latestMajor: z.string().nullable(),
    /** false: it counts as neither current nor outdated. */
    hasKnownReleases: z.boolean(),
    /** Years between this version and the newest stable one; null when unknown. */
    libyears: z.number().nullable(),
    /** Deprecated, without support or maintenance: a sentence each. */
    stability: z.array(z.string()),
    licenses: z.array(License),
    ...LicenseOrigin,
    warnings: z.array(z.string()),
    violations: z.array(z.string()),
  })
  .meta({ id: 'ComponentItem' })
export type ComponentItem = z.infer<typeof ComponentItem>

export const ComparedFinding = Named.extend({
  /** Versions at the older scan; empty when it was not there. */
  before: z.array(z.string()),
  /** Versions at the newer scan; empty when it is not there any more. */
  after: z.array(z.string()),
  lifetime: Lifetime,
}).meta({ id: 'ComparedFinding' })
export type ComparedFinding = z.infer<typeof ComparedFinding>

/** Which list of a comparison a finding belongs to. */
export const comparisonLists = ['introduced', 'fixed', 'dropped', 'unchanged'] as const
export type ComparisonList = (typeof comparisonLists)[number]

export const Comparison = z
  .object({
    /** Of one branch: the older scan; of two: the one named first. */
    from: ScanItem,
    to: ScanItem,
    introduced: z.array(ComparedFinding),
    /** Upgraded or removed; on another branch, just not there. */
    fixed: z.array(ComparedFinding),
    /** No longer counted for another reason: excluded, withdrawn, coverage lost. */
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

/** Of the report; else of the branch's last one; else of main's, or of the branch scanned last. */
const OfReport = z.object({ branch: z.string().min(1).optional(), reportUuid: Uuid.optional() })

/** What a person looks at in a report: compact, and with each finding's lifetime. */
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
    summary: 'Findings of a report with evidence, paths, safe versions and lifetimes',
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
    summary:
      'What came, went and stayed between two scans: of one branch in the order of time, else as named',
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
    summary: "The project's own VEX, from exclusions, statements and open findings of a report",
    query: OfReport.extend({ format: z.enum(['openvex', 'cyclonedx']).default('openvex') }),
    errors: ['conflict'],
    responses: { 200: z.union([OpenVex, CyclonedxVex]) },
  },
  documents: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/documents',
    permission: 'reports.read',
    summary: 'The submitted documents of a report',
    query: OfReport,
    responses: {
      200: z.array(
        z.object({
          position: z.int(),
          path: z.string(),
          /** Bytes. */
          size: z.int(),
        }),
      ),
    },
  },
  document: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/reports/{reportUuid}/documents/{position}',
    permission: 'reports.read',
    summary: 'One submitted document, unchanged',
    responses: { 200: binary('application/octet-stream') },
  },
})
