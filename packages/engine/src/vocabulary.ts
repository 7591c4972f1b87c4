// The words that the engine, the API and the pages share. Each list is written here alone.

/** Worst first. 'unknown' is a state of its own: most npm, Go, RubyGems and Packagist records carry no score. */
export const severities = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const
export type Severity = (typeof severities)[number]

/** Worst first: those that a score gives. */
export const ratedSeverities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const

/** Worst first. An unknown severity ('NA') may be any, so it stands above those known to be harmless. */
export const wireSeverities = [...ratedSeverities, 'NA', 'NONE', 'SUGGEST'] as const
export type WireSeverity = (typeof wireSeverities)[number]

/** Severities as the API and report files spell them; 'SUGGEST' occurs in reports of other tools only. */
export const toWireSeverity: Readonly<Record<Severity, WireSeverity>> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  medium: 'MEDIUM',
  low: 'LOW',
  none: 'NONE',
  unknown: 'NA',
}

export const fromWireSeverity = (wire: WireSeverity): Severity =>
  severities.find((severity) => toWireSeverity[severity] === wire) ?? 'none'

/** What findings are made of. */
export const findingCategories = ['vulnerability', 'malware'] as const
export type FindingCategory = (typeof findingCategories)[number]

/** 'unmaintained': nobody maintains the package any more. 'notice': any other advisory that is no vulnerability. */
export const advisoryCategories = [...findingCategories, 'unmaintained', 'notice'] as const
export type AdvisoryCategory = (typeof advisoryCategories)[number]

/** Worst first: bands of the security score. */
export const riskClasses = ['high', 'moderate', 'low-moderate', 'low'] as const
export type RiskClass = (typeof riskClasses)[number]

export type CvssVersion = '2.0' | '3.0' | '3.1' | '4.0'

/** References of an advisory, the most helpful first. */
export const linkTypes = ['FIX', 'CVE', 'NVD', 'ANNOUNCE', 'BUGTRACKER', 'INFO'] as const
export type LinkType = (typeof linkTypes)[number]

/** Kinds of end that count as addressed. */
export const addressedKinds = ['upgraded', 'removed'] as const
export type AddressedKind = (typeof addressedKinds)[number]

/** How a lifetime ends. */
export const endKinds = [...addressedKinds, 'withdrawn', 'excluded', 'coverage-lost'] as const
export type EndKind = (typeof endKinds)[number]

/** https://www.cisa.gov/sites/default/files/2023-01/VEX_Status_Justification_Jun22.pdf */
export const vexStatuses = ['affected', 'not_affected', 'fixed', 'under_investigation'] as const
export type VexStatus = (typeof vexStatuses)[number]

/** The formats of VEX documents that are read. */
export const vexFormats = ['openvex', 'csaf', 'cyclonedx'] as const
export type VexFormat = (typeof vexFormats)[number]

/** What a statement that something is not affected, or is fixed, does to score and counts. */
export const vexEffects = ['exclude', 'show'] as const
export type VexEffect = (typeof vexEffects)[number]

/** Why a result of infrastructure as code does not count: its rule is off, or for other projects; or in the source. */
export const resultExclusions = ['policy', 'tags', 'suppressed'] as const
export type ResultExclusionReason = (typeof resultExclusions)[number]

/** What is scored, and what an exclusion belongs to. */
export const domains = ['security', 'stability', 'licensing'] as const
export type Domain = (typeof domains)[number]

/**
 * 'cvss': 5 × CVSS each; 'severity': 25, 20, 10, 5 by severity; 'graded': the same weights, of which each doubling costs
 * about 10 points.
 */
export const securityScorings = ['cvss', 'severity', 'graded'] as const
export type SecurityScoring = (typeof securityScorings)[number]

/** DENY: listed licenses are forbidden. ALLOW: only the listed ones are allowed. */
export const policyModes = ['DENY', 'ALLOW'] as const
export type PolicyMode = (typeof policyModes)[number]

/** Who says which licenses a component has: its document, its registry, or the account itself. */
export const licenseSources = ['declared', 'registry', 'override'] as const
export type LicenseSource = (typeof licenseSources)[number]

export const outcomes = ['PASS', 'FAIL', 'UNDECLARED'] as const
export type Outcome = (typeof outcomes)[number]

/** Of advisory data. starter: it was never complete; outdated: it was, too long ago. */
export const freshnesses = ['current', 'outdated', 'starter'] as const
export type Freshness = (typeof freshnesses)[number]

/** How far an upgrade goes. */
export const steps = ['patch', 'minor', 'major'] as const
export type Step = (typeof steps)[number]
