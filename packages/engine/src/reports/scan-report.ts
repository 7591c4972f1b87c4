import type { AdvisoryLink, Severity } from '../advisories/advisory.ts'
import type { SafeVersions } from '../advisories/safe-versions.ts'
import type { Issue } from '../inventory.ts'
import type { VexOpinion } from '../policies/vex.ts'
import type { Outcome, Rules } from '../scan-result.ts'

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
  vector: { version: '2.0' | '3.0' | '3.1' | '4.0'; text: string } | null
  cwes: string[]
  links: AdvisoryLink[]
  category: 'vulnerability' | 'malware'
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
  fixedVersions: string[]
  safeVersions: SafeVersions
  /** One sentence for each rule that matched. */
  evidence: string[]
  /** Why it does not count; null: it counts. */
  excluded: { uuid?: string; reason: string; description: string } | null
  /** What the inventory itself says of it. */
  vex: VexOpinion | null
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

/** 'no fix known', or the versions that fix it. */
export const describeFixes = ({ fixedVersions }: Pick<ReportFinding, 'fixedVersions'>, most = 4): string => {
  if (fixedVersions.length === 0) return 'no fix known'
  const shown = fixedVersions.slice(0, most).join(', ')
  return fixedVersions.length > most ? `${shown}, …` : shown
}

/** '2 advisories of a folder, the newest of 2026-01-02'. */
export function describeBasis({ count, source, newestAt }: AdvisoryBasis): string {
  const newest = newestAt === null ? '' : `, the newest of ${new Date(newestAt).toISOString().slice(0, 10)}`
  return `${count} ${count === 1 ? 'advisory' : 'advisories'} of ${source}${newest}`
}
