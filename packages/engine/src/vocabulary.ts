// Terms shared by engine, API and web app, defined only here.

/** Most severe first. 'unknown' is a separate value: most npm, Go, RubyGems and Packagist records have no score. */
export const severities = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const
export type Severity = (typeof severities)[number]

/** Most severe first: severities derived from a score. */
export const ratedSeverities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const

/** Most severe first. An unknown severity ('NA') could be any, so it precedes those known to be harmless. */
export const wireSeverities = [...ratedSeverities, 'NA', 'NONE', 'SUGGEST'] as const
export type WireSeverity = (typeof wireSeverities)[number]

/** Severities in the API and report files; 'SUGGEST' only occurs in reports of other tools. */
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

/** Categories of findings. */
export const findingCategories = ['vulnerability', 'malware'] as const
export type FindingCategory = (typeof findingCategories)[number]

/** 'unmaintained': the package has no maintainer any more. 'notice': any other advisory that is not a vulnerability. */
export const advisoryCategories = [...findingCategories, 'unmaintained', 'notice'] as const
export type AdvisoryCategory = (typeof advisoryCategories)[number]

/** Riskiest first: bands of the security score. */
export const riskClasses = ['high', 'moderate', 'low-moderate', 'low'] as const
export type RiskClass = (typeof riskClasses)[number]

export const cvssVersions = ['2.0', '3.0', '3.1', '4.0'] as const
export type CvssVersion = (typeof cvssVersions)[number]

/** Of references in an OSV document: https://ossf.github.io/osv-schema/#references-field */
export const referenceTypes = [
  ...(['ADVISORY', 'ARTICLE', 'DETECTION', 'DISCUSSION', 'REPORT', 'FIX'] as const),
  ...(['INTRODUCED', 'GIT', 'PACKAGE', 'EVIDENCE', 'WEB'] as const),
] as const
export type ReferenceType = (typeof referenceTypes)[number]

/** Ratings of an advisory in words, in place of a CVSS vector. */
export const advisoryRatings = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[]
export type AdvisoryRating = (typeof advisoryRatings)[number]

/** Types of advisory references, most helpful first. */
export const linkTypes = ['FIX', 'CVE', 'NVD', 'ANNOUNCE', 'BUGTRACKER', 'INFO'] as const
export type LinkType = (typeof linkTypes)[number]

/** Kinds of end that count as addressed. */
export const addressedKinds = ['upgraded', 'removed'] as const
export type AddressedKind = (typeof addressedKinds)[number]

/**
 * How a finding ends. 'withdrawn': its advisory was. 'advisory-changed': its advisory was merged, dropped by the feed or
 * no longer affects the version. 'coverage-lost': its file or ecosystem was not read.
 */
export const endKinds = [
  ...addressedKinds,
  'withdrawn',
  'advisory-changed',
  'excluded',
  'coverage-lost',
] as const
export type EndKind = (typeof endKinds)[number]

/** What a list of findings is about: those that came up or ended in a period, or are open. */
export const findingEvents = ['opened', 'closed', 'open'] as const
export type FindingEvent = (typeof findingEvents)[number]

/** https://www.cisa.gov/sites/default/files/2023-01/VEX_Status_Justification_Jun22.pdf */
export const vexStatuses = ['affected', 'not_affected', 'fixed', 'under_investigation'] as const
export type VexStatus = (typeof vexStatuses)[number]

/** Supported VEX formats. */
export const vexFormats = ['openvex', 'csaf', 'cyclonedx'] as const
export type VexFormat = (typeof vexFormats)[number]

/** Lists of minimum elements of an SBOM. */
export const qualityProfileIds = ['ntia-2021', 'cisa-2026', 'bsi-2.1'] as const
export type QualityProfileId = (typeof qualityProfileIds)[number]

/** 'unverified': by no key that is trusted. 'changed': not even by the key that the document brings along. */
export const signatureStates = ['unsigned', 'unverified', 'verified', 'changed'] as const
export type SignatureState = (typeof signatureStates)[number]

/** Why a signature is not verified; of a Sigstore bundle, in the order in which it is checked. */
export const signatureProblems = [
  'part-unsigned',
  'key-unknown',
  'no-root',
  'bundle-invalid',
  'time-missing',
  'certificate-untrusted',
  'certificate-expired',
  'certificate-not-logged',
  'not-logged',
  'log-entry-other',
  'content-changed',
  'identity-unknown',
] as const
export type SignatureProblem = (typeof signatureProblems)[number]

/** Effect of "not affected" and "fixed" statements on score and counts. */
export const vexEffects = ['exclude', 'show'] as const
export type VexEffect = (typeof vexEffects)[number]

/** Why an infrastructure-as-code result does not count: its rule is off or for other projects, or it is suppressed in the source. */
export const resultExclusions = ['policy', 'tags', 'suppressed'] as const
export type ResultExclusionReason = (typeof resultExclusions)[number]

/** Score domains, which exclusions also belong to. */
export const domains = ['security', 'stability', 'licensing'] as const
export type Domain = (typeof domains)[number]

/**
 * 'cvss': 5 × CVSS each; 'severity': 25, 20, 10, 5 by severity; 'graded': the same weights, where each doubling costs
 * about 10 points.
 */
export const securityScorings = ['cvss', 'severity', 'graded'] as const
export type SecurityScoring = (typeof securityScorings)[number]

/** DENY: listed licenses are forbidden. ALLOW: only the listed ones are allowed. */
export const policyModes = ['DENY', 'ALLOW'] as const
export type PolicyMode = (typeof policyModes)[number]

/** Source of a component's licenses: its document, its registry, or the account. */
export const licenseSources = ['declared', 'registry', 'override'] as const
export type LicenseSource = (typeof licenseSources)[number]

export const outcomes = ['PASS', 'FAIL', 'UNDECLARED'] as const
export type Outcome = (typeof outcomes)[number]

/** Freshness of advisory data. starter: never complete; outdated: too old. */
export const freshnesses = ['current', 'outdated', 'starter'] as const
export type Freshness = (typeof freshnesses)[number]

/** The step of an upgrade. */
export const steps = ['patch', 'minor', 'major'] as const
export type Step = (typeof steps)[number]

/** Which gaps in coverage make a PASS impossible: any, only those of production, or none. */
export const coverageStrictnesses = ['any', 'production', 'off'] as const
export type CoverageStrictness = (typeof coverageStrictnesses)[number]

/** Lists about all ecosystems that orders and filters depend on: those of CISA and the EU, FIRST's EPSS, endoflife.date. */
export const listIds = ['kev', 'eu-kev', 'epss', 'end-of-life'] as const
export type ListId = (typeof listIds)[number]

/** Who says that a vulnerability is known exploited: a list, or, where none has it, an advisory that links to CISA's. */
export const exploitSources = ['cisa', 'eu', 'advisory'] as const
export type ExploitSource = (typeof exploitSources)[number]

/** missing: the list was never loaded. */
export const listStates = ['current', 'outdated', 'missing'] as const
export type ListState = (typeof listStates)[number]

/**
 * How sure it is that the software contains a component, from most to least: a lockfile resolves it, a database or folder
 * of what is installed lists it, a manifest asks for it, a file name hints at it.
 */
export const sureness = ['resolved', 'installed', 'declared', 'guessed'] as const
export type Sureness = (typeof sureness)[number]

/** Whether the project's sources load a package. 'not-seen' says that no import was found, not that there is none. */
export const usageStates = ['used', 'not-seen', 'unknown'] as const
export type UsageState = (typeof usageStates)[number]

/** Why the usage of a package is unknown. */
export const usageReasons = [
  /** No source file of its language was found. */
  'no-sources',
  /** Not all sources were read. */
  'sources-unread',
  /** A module is loaded that only the running program knows. */
  'loaded-by-value',
  /** Another package requires it, or the document does not say who does. */
  'required-by-others',
  /** Tools and drivers are run or registered, not imported. */
  'not-for-import',
  /** The modules that it contains are not known. */
  'modules-unknown',
  /** A text or configuration file names one of its modules. */
  'named-in-text',
] as const
export type UsageReason = (typeof usageReasons)[number]

export const componentChangeKinds = [
  ...(['added', 'removed', 'upgraded'] as const),
  ...(['downgraded', 'replaced', 'relicensed'] as const),
] as const
/** 'replaced': another version of which the order is unknown. 'relicensed': the same versions under other licenses. */
export type ComponentChangeKind = (typeof componentChangeKinds)[number]

/** What was decided about a finding. The last one comes by itself, the four before it take it out of the counts. */
export const findingStates = [
  'open',
  'in-triage',
  'fix-planned',
  'accepted',
  'snoozed',
  'false-positive',
  'not-affected',
  'fixed',
] as const
export type FindingState = (typeof findingStates)[number]

export const decisionStates = ['accepted', 'snoozed', 'false-positive', 'not-affected'] as const
export type DecisionState = (typeof decisionStates)[number]

/** The justifications of OpenVEX and CSAF: https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md#status-justifications */
export const vexJustifications = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const
export type VexJustification = (typeof vexJustifications)[number]

/** What a policy rule does where it applies. 'fail' and 'approve' fail the scan; an acceptance lifts the latter for a finding. */
/** What a rule of an account is: a condition in CEL, a list of licenses, or minimum scores. */
export const ruleKinds = ['condition', 'licenses', 'scores'] as const
export type RuleKind = (typeof ruleKinds)[number]

/** 'triage' decides about the findings, 'notify' tells of new hits. */
export const ruleEffects = ['fail', 'warn', 'approve', 'triage', 'notify'] as const
export type RuleEffect = (typeof ruleEffects)[number]

/** 'log' records what a policy rule would have done, without an effect. */
export const ruleModes = ['on', 'log', 'off'] as const
export type RuleMode = (typeof ruleModes)[number]

/** What an undecided policy rule does, since a fact that it needs is unknown: nothing, a warning, or its effect. */
export const unknownEffects = ['pass', 'warn', 'apply'] as const
export type UnknownEffect = (typeof unknownEffects)[number]

/** What a policy rule is evaluated for, from the most specific: each finding, each component, or the scan as a whole. */
export const ruleSubjects = ['finding', 'component', 'scan'] as const
export type RuleSubject = (typeof ruleSubjects)[number]

/** What can be wrong with the condition of a policy rule. */
export const ruleIssueCodes = ['syntax', 'unknown-word', 'type', 'limit'] as const
export type RuleIssueCode = (typeof ruleIssueCodes)[number]

/** Rules that set deadlines of cases; an account adds deadlines of its own. */
export const regimes = ['cra', 'bod-26-04'] as const
export type Regime = (typeof regimes)[number]
export const ownRegime = 'own'

/** What starts a clock: that one is aware of the exploitation, or that a corrective or mitigating measure is available. */
export const clockStarts = ['aware', 'measure'] as const
export type ClockStart = (typeof clockStarts)[number]

/** The four facts of CISA's BOD 26-04, in the order of its table. */
export const exposureFacts = ['isListed', 'isExposed', 'isAutomatable', 'hasTotalImpact'] as const
export type ExposureFact = (typeof exposureFacts)[number]

// Decision points and decisions of SSVC: https://certcc.github.io/SSVC/
export const exploitations = ['none', 'poc', 'active'] as const
export type Exploitation = (typeof exploitations)[number]
export const exposures = ['small', 'controlled', 'open'] as const
export type Exposure = (typeof exposures)[number]
export const missions = ['low', 'medium', 'high'] as const
export type Mission = (typeof missions)[number]
export const humanImpacts = ['low', 'medium', 'high', 'very high'] as const
export type HumanImpact = (typeof humanImpacts)[number]

/** Least urgent first. */
export const coordinatorDecisions = ['track', 'track*', 'attend', 'act'] as const
export type CoordinatorDecision = (typeof coordinatorDecisions)[number]
/** Least urgent first. */
export const deployerDecisions = ['defer', 'scheduled', 'out-of-cycle', 'immediate'] as const
export type DeployerDecision = (typeof deployerDecisions)[number]

/** Where a value of an SSVC path comes from. 'assumed': nothing says so, and the cautious value of the method applies. */
export const ssvcSources = ['KEV', 'CVSS', 'tag', 'assumed'] as const
export type SsvcSource = (typeof ssvcSources)[number]

/** How a document is attached to an image: in its index, as a referrer, or under a tag of cosign. */
export const attachedBy = ['BuildKit', 'referrer', 'cosign'] as const
export type AttachedBy = (typeof attachedBy)[number]

/**
 * Why a document that is attached to an image was left out: its registry or archive lacks it, it is no SBOM that can be
 * read, not what its digest says, about another image, changed after it was signed, or one of too many.
 */
export const attachedProblems = [
  'missing',
  'unreadable',
  'digest-wrong',
  'foreign',
  'signature-invalid',
  'too-many',
] as const
export type AttachedProblemReason = (typeof attachedProblems)[number]
