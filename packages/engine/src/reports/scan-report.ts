import type { AdvisoryLink } from '../advisories/advisory.ts'
import type { Fix, SafeVersions } from '../advisories/find-fixes.ts'
import { type Issue, unreadIssues } from '../inventory.ts'
import type { VexAssessment } from '../policies/vex.ts'
import type { Rules } from '../scan-result.ts'
import type { CvssVersion, FindingCategory, Outcome, Severity } from '../vocabulary.ts'

/** One scan with all that people and programs are told of it: what every writer here writes. */
export interface ScanReport {
  tool: { name: string; version: string }
  project: { name: string; url: string; branch: string }
  /** Epoch ms. */
  at: number
  outcome: Outcome
  scores: Rules['minimumScores']
  minimumScores: Rules['minimumScores']
  /** Those that the scan was made against; null when they are the server's. */
  advisories: AdvisoryBasis | null
  /** The worst first; those that do not count last. */
  findings: ReportFinding[]
  /** Years between the releases used and the newest stable ones, of all components; null when unknown. */
  libyears: number | null
  /** How many components are of packages whose releases are unknown; null when the report does not tell. */
  unknownReleases: number | null
  components: ReportComponent[]
  issues: Issue[]
}

export interface AdvisoryBasis {
  /** Where they are from: 'the starter set', a folder, an address. */
  source: string
  /** Of the ecosystems that occur in the inventory. */
  count: number
  /** Epoch ms of the latest change of any of them; null when no record tells. */
  newestAt: number | null
}

/** One affected version of a package under one advisory. */
export interface ReportFinding {
  advisoryUuid: string
  /** As people are shown it: the CVE, else MET- and the part of the uuid before its first hyphen. */
  id: string
  cve: string | null
  /** All other names of the advisory that are known. */
  aliases: string[]
  summary: string
  description: string
  severity: Severity
  /** 0.0 to 10.0; null when unknown. */
  cvss: number | null
  vector: { version: CvssVersion; text: string } | null
  cwes: string[]
  links: AdvisoryLink[]
  category: FindingCategory
  /** By the catalog of known exploited vulnerabilities; null: the report does not tell. */
  knownExploited: boolean | null
  /** The probability of an exploit within 30 days, 0 to 1; null when unknown. */
  epss: number | null
  /** The wire's language, 'nodejs'. */
  language: string
  name: string
  version: string
  purl: string | null
  /** Paths of the files that list it. */
  locations: string[]
  /** Ways in which it came in, the shortest first, as 'name:version'; none when no document tells. */
  paths: string[][]
  /** Maven intervals joined by '|'. */
  versionRange: string
  /** As the records name them, whatever version is installed. */
  fixedVersions: string[]
  /** The nearest version that this advisory does not affect; null when there is none. */
  fixesThis: Fix | null
  /** The nearest version that no known advisory affects; null when there is none. */
  recommended: Fix | null
  /** The newest of each step that no known advisory affects. */
  safeVersions: SafeVersions
  /** One sentence for each rule that matched. */
  evidence: string[]
  /** Why it does not count; null: it counts. */
  excluded: { uuid?: string; reason: string; description: string; repositoryFile?: string | undefined } | null
  /** What the inventory itself says of it. */
  vex: VexAssessment | null
}

export interface ReportComponent {
  language: string
  name: string
  version: string
  purl: string | null
  isDirect: boolean | null
  /** Not needed by what runs: a test's or a development tool's. */
  isTest: boolean
  locations: string[]
  /** SPDX ids that were understood, then what was not, as declared. */
  licenses: string[]
  warnings: string[]
  violations: string[]
  /** Newer releases that are known; null when there is none. */
  newer: SafeVersions | null
  /** Years between the release used and the newest stable one; null when unknown. */
  libyears: number | null
  /** Deprecated, without support or maintenance: a sentence each. */
  stability: string[]
  /** Indexes, in the report's components, of those that require it. */
  requiredBy: number[]
}

/** The newer releases with their steps, '1.2.4 (patch), 2.0.0 (major)'. */
export const describeNewer = ({ latestPatch, latestMinor, latestMajor }: SafeVersions): string =>
  Object.entries({ patch: latestPatch, minor: latestMinor, major: latestMajor })
    .flatMap(([step, version]) => (version === null ? [] : [`${version} (${step})`]))
    .join(', ')

/** Says that files could not be read; null when every file was. */
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
export function describeFixes({ fixesThis, recommended }: Pick<ReportFinding, 'fixesThis' | 'recommended'>) {
  if (fixesThis === null) return 'no fix known'
  const isBest = recommended === null || recommended.version === fixesThis.version
  return isBest
    ? describeFix(fixesThis)
    : `${describeFix(fixesThis)}; recommended ${describeFix(recommended)}`
}

/** 'Releases unknown for 3 of 40 components: …'; null when those of all are known. */
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
  const newest = newestAt === null ? '' : `, the newest of ${new Date(newestAt).toISOString().slice(0, 10)}`
  return `${count} ${count === 1 ? 'advisory' : 'advisories'} of ${source}${newest}`
}
