import { componentChangeKinds, securityScorings, sureness } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { ScanImage } from './scan-image.ts'
import { DocumentQuality } from './document-quality.ts'
import { binary, endpoints } from './endpoint.ts'
import { ComparedFinding, Finding } from './findings.ts'
import { Covered, Gaps } from './coverage.ts'
import { Bom, CyclonedxVex, OpenVex } from './inventory-documents.ts'
import { PullRequests } from './pull-requests.ts'
import { License, LicenseOrigin } from './licenses.ts'
import { Ages, EpochMs, Outcome, ParseIssue, ReportAdvisoryData, Score, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** The stored numbers of a scan; nothing is computed on request. */
export const ScanItem = named('ScanItem', {
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
  /** What the scan and its advisory data prove, whatever was declared. */
  computedOutcome: Outcome,
  /** Whether the outcome was declared by a member instead of derived from scores. */
  isDeclared: z.boolean(),
  vulnerabilityCount: z.int(),
  vulnerabilityDelta: z.int(),
  mitigationCount: z.int(),
  componentCount: z.int(),
  ...Covered,
  ...Ages,
})
export type ScanItem = z.infer<typeof ScanItem>

export const Overview = named('ScanOverview', {
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
      ...Covered,
      vulnerabilityCount: z.int(),
    }),
  ),
  scan: ScanItem.extend({
    /** The formula of its security score; null for scans of earlier versions, which did not record it. */
    securityScoring: z.enum(securityScorings).nullable(),
    issues: z.array(ParseIssue),
    /** What was not checked. */
    gaps: Gaps,
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
  /** Open findings of the branch's last infrastructure scan; null without one. */
  infrastructureFindingCount: z.int().nullable(),
})
export type Overview = z.infer<typeof Overview>

const ComponentFound = named('ComponentFound', {
  /** null if the inventory does not say. */
  sureness: z.enum(sureness).nullable(),
  /** The layer of an image that brought it. */
  layer: z
    .object({
      /** From 0, the lowest. */
      index: z.int(),
      /** What made the layer; '' if unknown. */
      instruction: z.string(),
      /** Whether it is of the base image; null if unknown. */
      isBase: z.boolean().nullable(),
    })
    .nullable(),
  /** Files that contain it or list it: at most 20. */
  files: z.array(z.string()),
})

export const ComponentItem = named('ComponentItem', {
  name: z.string(),
  version: z.string(),
  language: z.string(),
  purl: z.string().nullable(),
  /** The source package of a distribution's package, by which advisories are matched; null if it is the same or unknown. */
  source: z.object({ name: z.string(), version: z.string() }).nullable(),
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
  /** Where it was found, and how sure it is; null if the inventory lists it without saying so. */
  found: ComponentFound.nullable(),
})
export type ComponentItem = z.infer<typeof ComponentItem>

/** The lists of a comparison. */
export const comparisonLists = ['introduced', 'fixed', 'dropped', 'unchanged'] as const
export type ComparisonList = (typeof comparisonLists)[number]

const ComparedVersion = named('ComparedVersion', {
  version: z.string(),
  licenses: z.array(z.string()),
  /** Years behind the newest stable release at the time of the scan; null if unknown. */
  libyears: z.number().nullable(),
})

export const ComponentChange = named('ComponentChange', {
  /** 'replaced': by a version of which the order is unknown. 'relicensed': the same version, other licenses. */
  kind: z.enum(componentChangeKinds),
  /** null if unknown. */
  ecosystem: z.string().nullable(),
  package: z.string(),
  /** The versions that only the older scan has; empty if the package was added. */
  before: z.array(ComparedVersion),
  /** The versions that only the newer scan has; empty if it was removed. */
  after: z.array(ComparedVersion),
  /** Findings of the package that only the newer scan has. */
  introduced: z.int(),
  /** Findings of the package that were fixed. */
  fixed: z.int(),
})
export type ComponentChange = z.infer<typeof ComponentChange>

export const Comparison = named('ScanComparison', {
  /** On one branch, the older scan; across branches, the first one named. */
  from: ScanItem,
  to: ScanItem,
  /** By name. */
  components: z.array(ComponentChange),
  introduced: z.array(ComparedFinding),
  /** Upgraded or removed; across branches, absent. */
  fixed: z.array(ComparedFinding),
  /** No longer counted for another reason: excluded, withdrawn or coverage lost. */
  dropped: z.array(ComparedFinding),
  unchanged: z.array(ComparedFinding),
})
export type Comparison = z.infer<typeof Comparison>

export const FindingPage = named('FindingPage', {
  /** Whose findings they are; null if there is none yet. */
  reportUuid: Uuid.nullable(),
  findings: z.array(Finding),
  /** Findings on all pages. */
  total: z.int(),
  /** Pass as `cursor` for the next page; null on the last page. */
  nextCursor: z.string().nullable(),
})
export type FindingPage = z.infer<typeof FindingPage>

/** The report's documents; otherwise those of the last report of the branch, main, or the most recently scanned branch. */
const OfReport = z.object({ branch: z.string().min(1).optional(), reportUuid: Uuid.optional() })

/** Without `to`, the last report of a branch; without a base, the last one before it that differs. */
const Compared = z.object({
  from: Uuid.optional(),
  to: Uuid.optional(),
  /** Its last report, unless `from` names one. */
  fromBranch: z.string().min(1).optional(),
  /** Its last report, unless `to` names one. */
  toBranch: z.string().min(1).optional(),
  /** Name of a published version, whose report it is, unless `from` names one. */
  fromVersion: z.string().min(1).optional(),
  /** The same for the other side. */
  toVersion: z.string().min(1).optional(),
})

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
  findingPage: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/findings/page',
    permission: 'reports.read',
    summary: 'The same page by page: counted findings by severity and package, then excluded ones',
    query: OfReport.extend({
      /** Of the page before, whose report it reads on in. */
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(5000).default(100),
    }),
    errors: ['conflict'],
    responses: { 200: FindingPage },
  },
  image: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/image',
    permission: 'reports.read',
    summary: 'Layers and base image of a report of an image; null for a report of anything else',
    query: OfReport,
    responses: { 200: z.object({ image: ScanImage.nullable() }) },
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
      'Changes of components and findings between two scans: oldest first on one branch, otherwise in the given order. By default, the last report and the last one before it that differs',
    query: Compared,
    errors: ['conflict'],
    responses: { 200: Comparison },
  },
  compareFile: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/comparison.{format}',
    permission: 'reports.read',
    summary: 'The same as a document: md for a pull request, pdf, html, csv, xlsx or json',
    query: Compared,
    errors: ['conflict', 'pdfTooLarge'],
    responses: { 200: binary('application/octet-stream') },
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
  quality: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/reports/{reportUuid}/documents/{position}/quality',
    permission: 'reports.read',
    summary: 'Which minimum elements of an SBOM (NTIA, CISA, BSI) an uploaded document has',
    responses: { 200: DocumentQuality },
  },
})
