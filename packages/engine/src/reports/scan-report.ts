import { isoDay } from '../time.ts'
import type { SourceUsage, Usage } from '../package-usage.ts'
import type { AdvisoryLink } from '../advisories/advisory.ts'
import type { Fix, SafeVersions } from '../advisories/find-fixes.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { type Coverage, describeCoverage } from '../coverage.ts'
import { type Component, type ComponentLayer, type Issue, unreadIssues } from '../inventory.ts'
import type { RuleResult } from '../policies/rule.ts'
import type { VexAssessment } from '../policies/vex.ts'
import type { Rules } from '../scan-result.ts'
import type {
  CvssVersion,
  Domain,
  FindingCategory,
  UsageState,
  Freshness,
  LicenseSource,
  Outcome,
  RuleKind,
  Severity,
} from '../vocabulary.ts'

/** A policy rule with something to say of the scan. */
export type ReportRule = Pick<
  RuleResult,
  'name' | 'effect' | 'mode' | 'file' | 'fails' | 'hitCount' | 'passedUnknown' | 'issues'
> & {
  /** Absent for what is no rule of its own, such as minimum scores. */
  uuid?: string
  /** Absent for a condition. */
  kind?: RuleKind
  hits: readonly Pick<RuleResult['hits'][number], 'label' | 'unknown'>[]
}

/** All data of one scan, as input of the report writers. */
export interface ScanReport {
  tool: { name: string; version: string }
  project: { name: string; url: string; branch: string }
  /** Address of the report on the server; null without a server. */
  reportUrl: string | null
  /** Epoch ms. */
  at: number
  outcome: Outcome
  scores: Rules['minimumScores']
  /** false: the score says nothing, since nothing was known to compute it from. */
  measured: Record<Domain, boolean>
  /** What was compared with advisories; null if not recorded. */
  coverage: Coverage | null
  /** Why the outcome cannot be PASS, in one sentence; null if nothing relevant was missed. */
  incomplete: string | null
  minimumScores: Rules['minimumScores']
  /** Minimum scores of the scan; null if they are the server's. */
  advisories: AdvisoryBasis | null
  /** Most severe first; suppressed ones last. */
  findings: ReportFinding[]
  /** Total years between used and newest stable releases; null if unknown. */
  libyears: number | null
  /** Number of components with unknown releases; null if not recorded. */
  unknownReleases: number | null
  /** Number of source files by language that were searched for imports; absent if none were. */
  searched?: SourceUsage['searched']
  components: ReportComponent[]
  issues: Issue[]
  /** What the policy rules said of the scan; absent without a server. */
  rules?: readonly ReportRule[]
}

/** Why a finding is uncertain. */
export const uncertainStream = 'Its module stream is unknown, so the advisory may be about another one.'

export interface AdvisoryBasis {
  /** Source: 'the starter set', a folder, an address. */
  source: string
  /** Number for the ecosystems of the inventory. */
  count: number
  /** Epoch ms of the latest change of any of them; null if unknown. */
  newestAt: number | null
  /** By ecosystem of the inventory. */
  ecosystems: EcosystemData[]
}

/** The advisory data of an ecosystem. Times in epoch ms. */
export interface EcosystemData {
  ecosystem: EcosystemId
  name: string
  source: string
  advisories: number
  /** Latest change of a record; null if unknown. */
  newestAt: number | null
  /** When the source was last read completely; null if never. */
  checkedAt: number | null
  state: Freshness
}

/** Total number of advisories, the latest change and all sources of an inventory's ecosystems. */
export function basisOf(ecosystems: EcosystemData[]): AdvisoryBasis {
  const times = ecosystems.flatMap(({ newestAt }) => newestAt ?? [])
  const sources = new Set(ecosystems.filter(({ advisories }) => advisories > 0).map(({ source }) => source))
  return {
    source: [...sources].join(' and '),
    count: ecosystems.reduce((sum, { advisories }) => sum + advisories, 0),
    newestAt: times.length > 0 ? Math.max(...times) : null,
    ecosystems,
  }
}

/** One affected version of a package under one advisory. */
export interface ReportFinding {
  advisoryUuid: string
  /** See displayId. */
  id: string
  cve: string | null
  /** All other known ids of the advisory. */
  aliases: string[]
  summary: string
  description: string
  severity: Severity
  /** 0.0 to 10.0; null if unknown. */
  cvss: number | null
  vector: { version: CvssVersion; text: string } | null
  cwes: string[]
  links: AdvisoryLink[]
  /** The page of the advisory under its id; null if it has none. */
  page: string | null
  category: FindingCategory
  /** Listed as known exploited; null if not recorded. */
  knownExploited: boolean | null
  /** Probability of exploitation within 30 days, 0 to 1; null if unknown. */
  epss: number | null
  /** The wire's language, 'nodejs'. */
  language: string
  name: string
  version: string
  purl: string | null
  /** Paths of the files that list it. */
  locations: string[]
  /** Images only: what brought the package. */
  layer?: ComponentLayer
  /** Whether the project's sources load the package; absent if they were not searched. */
  usage?: Usage
  /** Dependency paths as 'name:version', shortest first; empty without a dependency graph. */
  paths: string[][]
  /** Maven intervals joined by '|'. */
  versionRange: string
  /** Fixed versions named in the records, regardless of the installed version. */
  fixedVersions: string[]
  /** The nearest version not affected by this advisory; null if none. */
  fixesThis: Fix | null
  /** The nearest version without known advisories; null if none. */
  recommended: Fix | null
  /** The newest version without known advisories, per step. */
  safeVersions: SafeVersions
  /** One sentence per matching rule. */
  evidence: string[]
  /** The module stream is unknown, so the advisory may be about another one. */
  isUncertain: boolean
  /** Why it does not count; null if it counts. */
  excluded: { uuid?: string; reason: string; description: string; repositoryFile?: string | undefined } | null
  /** VEX assessment in the inventory. */
  vex: VexAssessment | null
}

export interface ReportComponent extends Pick<
  Component,
  'hashes' | 'references' | 'source' | 'copyright' | 'sureness' | 'layer' | 'evidence'
> {
  /** Whether the sources use it; absent if they were not searched. */
  usage?: UsageState
  language: string
  name: string
  version: string
  purl: string | null
  isDirect: boolean | null
  /** Only needed by tests or development tools. */
  isTest: boolean
  locations: string[]
  /** Recognized SPDX ids, then unrecognized texts as declared. */
  licenses: string[]
  /** null if no license is known. */
  licenseSource: LicenseSource | null
  /** 'deps.dev', or the host of the registry; null for other sources. */
  licenseRegistry: string | null
  warnings: string[]
  violations: string[]
  /** Known newer releases; null if there are none. */
  newer: SafeVersions | null
  /** Years between the used release and the newest stable one; null if unknown. */
  libyears: number | null
  /** Deprecation, missing support or maintenance, as sentences. */
  stability: string[]
  /** Indexes of its dependents in the report's components. */
  requiredBy: number[]
}

/** The report's page on the server with this finding alone; null without a server. */
export function findingPage(
  { reportUrl }: Pick<ScanReport, 'reportUrl'>,
  { id }: Pick<ReportFinding, 'id'>,
): string | null {
  if (reportUrl === null) return null
  return `${reportUrl}${reportUrl.includes('?') ? '&' : '?'}view=list&q=${encodeURIComponent(id)}`
}

/** 'Layer 2: RUN apt-get install curl'; 'base image' is added if the layer is of it. */
export function describeLayer({ index, instruction, isBase }: ComponentLayer): string {
  const of = isBase === true ? ' (base image)' : ''
  return `Layer ${index + 1}${of}${instruction === '' ? '' : `: ${instruction}`}`
}

/** '41 of 46 packages checked'; null if not recorded. */
export const describeChecked = ({ coverage }: Pick<ScanReport, 'coverage'>): string | null =>
  coverage && describeCoverage(coverage)

/** Why a score is not shown as a number. */
export const unmeasuredReasons: Readonly<Record<Domain, string>> = {
  security: 'not measured: nothing was compared with current advisories',
  stability: 'not measured: no releases are known',
  licensing: 'not measured: no license is known',
}

/** The score, or a dash if it was not measured. */
export const scoreText = (
  { scores, measured }: Pick<ScanReport, 'scores' | 'measured'>,
  domain: Domain,
): string => (measured[domain] ? String(scores[domain]) : '–')

/** 'ok', 'below the minimum', or why it was not measured. */
export function verdictText(
  { scores, minimumScores, measured }: Pick<ScanReport, 'scores' | 'minimumScores' | 'measured'>,
  domain: Domain,
): string {
  if (!measured[domain]) return unmeasuredReasons[domain]
  return scores[domain] < minimumScores[domain] ? 'below the minimum' : 'ok'
}

/** The newer releases with their steps, '1.2.4 (patch), 2.0.0 (major)'. */
export const describeNewer = ({ latestPatch, latestMinor, latestMajor }: SafeVersions): string =>
  Object.entries({ patch: latestPatch, minor: latestMinor, major: latestMajor })
    .flatMap(([step, version]) => (version === null ? [] : [`${version} (${step})`]))
    .join(', ')

/** Reports unread files; null if all were read. */
export function describeUnread({ issues }: Pick<ScanReport, 'issues'>): string | null {
  const unread = new Set(unreadIssues(issues).map(({ where }) => where)).size
  if (unread === 0) return null
  const files = unread === 1 ? '1 file or folder' : `${unread} files or folders`
  return `Incomplete: ${files} could not be read, so vulnerabilities may be missed.`
}

/** '4.3.4 (patch)', '4.3.4 (patch, unconfirmed)'. */
export const describeFix = ({ version, step, isKnownRelease }: Fix): string =>
  `${version} (${step}${isKnownRelease ? '' : ', unconfirmed'})`

/** '4.3.4 (patch); recommended 5.6.9 (major)', or 'no fix known'. */
export function describeFixes(
  { fixesThis, recommended }: Pick<ReportFinding, 'fixesThis' | 'recommended'>,
  describe = describeFix,
): string {
  if (fixesThis === null) return 'no fix known'
  const isBest = recommended === null || recommended.version === fixesThis.version
  return isBest ? describe(fixesThis) : `${describe(fixesThis)}; recommended ${describe(recommended)}`
}

/** For tables: what to say once about unconfirmed fixes, and the fixes of a finding without repeating it. */
export function fixNotes(findings: readonly ReportFinding[]): {
  note: string | null
  describe: (finding: ReportFinding) => string
} {
  const fixes = findings.flatMap(({ fixesThis, recommended }) => [fixesThis ?? [], recommended ?? []].flat())
  const unconfirmed = fixes.filter(({ isKnownRelease }) => !isKnownRelease).length
  const isMixed = unconfirmed > 0 && unconfirmed < fixes.length
  const name = ({ version, step, isKnownRelease }: Fix) =>
    `${version}${isMixed && !isKnownRelease ? '*' : ''} (${step})`
  const which = isMixed ? 'Fix versions with * are' : 'Fix versions are'
  return {
    note:
      unconfirmed === 0
        ? null
        : `${which} unconfirmed: they are those of advisories, as releases are unknown.`,
    describe: (finding) => describeFixes(finding, name),
  }
}

/** 'Releases unknown for 3 of 40 components: …'; null if all are known. */
export function describeUnknownReleases({
  components: { length },
  unknownReleases,
}: Pick<ScanReport, 'components' | 'unknownReleases'>): string | null {
  if (!unknownReleases) return null
  const count = unknownReleases === length ? `all ${length}` : `${unknownReleases} of ${length}`
  return `Releases unknown for ${count} components: they count as neither current nor outdated.`
}

/** '2 advisories of a folder, the newest of 2026-01-02'. */
export function describeBasis({ count, source, newestAt }: AdvisoryBasis): string {
  const newest = newestAt === null ? '' : `, the newest of ${isoDay(newestAt)}`
  return `${count} ${count === 1 ? 'advisory' : 'advisories'} of ${source}${newest}`
}
