import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Issue } from '../inventory.ts'
import type { AdvisoryCategory, CvssVersion, LinkType, Severity } from '../vocabulary.ts'

export interface Cvss {
  /** 0.0 to 10.0, computed from the vector by the rules of its version. */
  score: number
  vector: string
  version: CvssVersion
}

export interface AdvisoryLink {
  type: LinkType
  /** CVE and NVD carry the bare CVE id. */
  url: string
}

/**
 * One stretch of affected versions: from introduced (inclusive; '0' is before everything)
 * to fixed or limit (exclusive) or lastAffected (inclusive); open when all are absent.
 */
export interface AffectedRange {
  introduced: string
  fixed?: string
  lastAffected?: string
  limit?: string
}

/** What a record says of one package. A version is affected when a range holds it or versions lists it. */
export interface AffectedPackage {
  ecosystem: EcosystemId
  /** As the record spells it. */
  name: string
  /** What follows the colon of a suffixed ecosystem, or ''. */
  suffix: string
  ranges: AffectedRange[]
  versions: string[]
}

/** One OSV document, read. Several of them can speak of the same vulnerability: see clusters. */
export interface AdvisoryRecord {
  /** 'GHSA-…', 'PYSEC-…', 'GO-…', 'CVE-…'. */
  id: string
  aliases: string[]
  /** Ids of what a distribution's record repeats for its own packages: no aliases, for one may repeat several. */
  upstream: string[]
  /** Epoch ms, UTC; null when the document has none or an impossible one. */
  publishedAt: number | null
  modifiedAt: number | null
  withdrawnAt: number | null
  summary: string
  details: string
  category: AdvisoryCategory
  severity: Severity
  /** The highest version of CVSS that the document carries and that could be scored. */
  cvss: Cvss | null
  cwes: string[]
  links: AdvisoryLink[]
  affected: AffectedPackage[]
}

/** record is null when the document is no usable advisory; issues say what was left out, and why. */
export interface RecordReading {
  record: AdvisoryRecord | null
  issues: Issue[]
}

/** What the index knows of a cluster, so that a scan needs no other source. */
export interface AdvisoryFacts {
  /** The cluster's stable uuid: adviceID on the wire. */
  advisoryUuid: string
  cve: string | null
  severity: Severity
  /** 0.0 to 10.0, one decimal; null when no record of the cluster has a vector that scores. */
  cvss: number | null
  /** Epoch ms of the earliest publication among its records. */
  publishedAt: number | null
  category: AdvisoryCategory
  /** Whether CISA's catalog lists its CVE: https://www.cisa.gov/known-exploited-vulnerabilities-catalog */
  knownExploited: boolean
  /** 0 to 1: how likely an attack is within 30 days, by https://www.first.org/epss; null when unknown. */
  epss: number | null
}

/** One record's word on one package, as it goes into the index. */
export interface IndexEntry {
  facts: AdvisoryFacts
  recordId: string
  affected: AffectedPackage
}

/** Why a version counts as affected: which rule of which record. */
export interface Evidence {
  recordId: string
  /** The normalized name by which it was asked: of a distribution's package, that of its source. */
  packageName: string
  /** The order by which versions were compared: 'SemVer 2.0.0'. */
  order: string
  rule: { kind: 'range'; range: AffectedRange } | { kind: 'version'; version: string }
}

/** One advisory that affects one version of one package. */
export interface Match {
  facts: AdvisoryFacts
  evidence: Evidence[]
  /** Versions in which the records say it is fixed, in the ecosystem's order, without sentinels; may be empty. */
  fixedVersions: string[]
}
