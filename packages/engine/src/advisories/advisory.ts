import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Issue } from '../inventory.ts'
import type { AdvisoryCategory, CvssVersion, LinkType, Severity } from '../vocabulary.ts'

export interface Cvss {
  /** 0.0 to 10.0, computed from the vector as specified for its version. */
  score: number
  vector: string
  version: CvssVersion
}

export interface AdvisoryLink {
  type: LinkType
  /** CVE and NVD links contain the bare CVE id. */
  url: string
}

/**
 * One range of affected versions: from introduced (inclusive; '0' is before everything) to fixed or limit (exclusive) or
 * lastAffected (inclusive); unbounded if all are absent.
 */
export interface AffectedRange {
  introduced: string
  fixed?: string
  lastAffected?: string
  limit?: string
}

/** A record's entry for one package. A version is affected if it is in a range or listed in versions. */
export interface AffectedPackage {
  ecosystem: EcosystemId
  /** Spelling of the record. */
  name: string
  /** The suffix of an ecosystem after the colon, or ''. */
  suffix: string
  ranges: AffectedRange[]
  versions: string[]
  /** A distribution's own rating of the vulnerability in this package; absent if it has none. */
  rating?: Severity
  /** A distribution's module and stream: see Ecosystem.release. Absent if the package belongs to no module. */
  stream?: string
  /**
   * The functions and methods that are vulnerable: 'golang.org/x/net/html.Parse', 'hyper::http1::Server::serve'. Absent
   * if the record names none, or a whole module beside them.
   */
  symbols?: readonly string[]
}

/** A parsed OSV document. Several can describe the same vulnerability: see clusters. */
export interface AdvisoryRecord {
  /** 'GHSA-…', 'PYSEC-…', 'GO-…', 'CVE-…'. */
  id: string
  aliases: string[]
  /** Upstream ids of a distribution's record, which may cover several vulnerabilities. */
  upstream: string[]
  /** All CVEs that it is about, oldest first. */
  cves: string[]
  /** Epoch ms, UTC; null if absent or implausible. */
  publishedAt: number | null
  modifiedAt: number | null
  withdrawnAt: number | null
  summary: string
  details: string
  category: AdvisoryCategory
  severity: Severity
  /** The highest CVSS version in the document that could be scored. */
  cvss: Cvss | null
  cwes: string[]
  links: AdvisoryLink[]
  affected: AffectedPackage[]
}

/** record is null if the document is not a usable advisory; issues list what was skipped and why. */
export interface RecordReading {
  record: AdvisoryRecord | null
  issues: Issue[]
}

/** Facts of a cluster for one ecosystem, stored in the index, so that a scan needs no other source. */
export interface AdvisoryFacts {
  /** The cluster's stable uuid: adviceID on the wire. */
  advisoryUuid: string
  /** The name of the vulnerability; null if it has none, or if the advisory covers several. */
  cve: string | null
  /** All its CVEs. Without cve, they are different vulnerabilities that a distribution fixed in one update. */
  cves: readonly string[]
  /** See publicIdOf. */
  publicId: string | null
  severity: Severity
  /** 0.0 to 10.0, one decimal; null if no record has a CVSS vector that can be scored. */
  cvss: number | null
  /** Epoch ms of the earliest publication of its records. */
  publishedAt: number | null
  category: AdvisoryCategory
  /** Whether CISA or the EU lists it as known exploited, or a record links to CISA's list. */
  knownExploited: boolean
  /** 0 to 1: probability of exploitation within 30 days, https://www.first.org/epss; null if unknown. */
  epss: number | null
}

/** A record's entry for one package, as stored in the index. */
export interface IndexEntry {
  facts: AdvisoryFacts
  recordId: string
  affected: AffectedPackage
}

/** Evidence for a match: the record and rule that affect the version. */
export interface Evidence {
  recordId: string
  /** The normalized name used for the lookup; for a distribution's package, the source package. */
  packageName: string
  /** The version scheme used for comparison, such as 'SemVer 2.0.0'. */
  order: string
  rule: { kind: 'range'; range: AffectedRange } | { kind: 'version'; version: string }
}

/** An advisory that affects a package version. */
export interface Match {
  facts: AdvisoryFacts
  /** The distribution's own rating, which is the severity in facts; null if it has none. */
  rating: Severity | null
  /** The module stream of the package or advisory is unknown, so it may be about another stream. */
  isUncertain?: true
  evidence: Evidence[]
  /** Uuids of advisories of several CVEs that were merged into this one. */
  updates?: readonly string[]
  /** Versions named as fixed, in version order, without sentinels; may be empty. */
  fixedVersions: string[]
  /** Of the records that name some: see AffectedPackage. */
  symbols?: readonly string[]
}
