import { z } from 'zod'
import { EpochMs, Uuid } from '../vocabulary.ts'

// Objects as Dependency-Track 4 and 5 send them: https://docs.dependencytrack.org/integrations/rest-api/.

const Tag = z.object({ name: z.string() })

/** Sums of a project or of all: severities are those of open findings. */
const Counts = z.object({
  critical: z.int(),
  high: z.int(),
  medium: z.int(),
  low: z.int(),
  unassigned: z.int(),
  vulnerabilities: z.int(),
  vulnerableComponents: z.int(),
  components: z.int(),
  suppressed: z.int(),
  findingsTotal: z.int(),
  findingsAudited: z.int(),
  findingsUnaudited: z.int(),
  inheritedRiskScore: z.number(),
  policyViolationsFail: z.int(),
  policyViolationsWarn: z.int(),
  policyViolationsInfo: z.int(),
  policyViolationsTotal: z.int(),
  policyViolationsAudited: z.int(),
  policyViolationsUnaudited: z.int(),
  policyViolationsLicenseTotal: z.int(),
  policyViolationsSecurityTotal: z.int(),
  policyViolationsOperationalTotal: z.int(),
  firstOccurrence: EpochMs,
  lastOccurrence: EpochMs,
})
export const ProjectMetrics = Counts
export type ProjectMetrics = z.infer<typeof ProjectMetrics>

export const PortfolioMetrics = Counts.extend({ projects: z.int(), vulnerableProjects: z.int() })
export type PortfolioMetrics = z.infer<typeof PortfolioMetrics>

const ProjectReference = z.object({ uuid: Uuid, name: z.string(), version: z.string() })

/** A version of a project, which is one of our branches. */
export const Project = z.object({
  ...ProjectReference.shape,
  classifier: z.literal('APPLICATION'),
  tags: z.array(Tag),
  active: z.boolean(),
  isLatest: z.boolean(),
  lastBomImport: EpochMs.optional(),
  lastBomImportFormat: z.string().optional(),
  lastInheritedRiskScore: z.number().optional(),
  parent: ProjectReference.optional(),
  metrics: ProjectMetrics.optional(),
  versions: z.array(z.object({ uuid: Uuid, version: z.string(), active: z.boolean() })).optional(),
})
export type Project = z.infer<typeof Project>

export const Component = z.object({
  uuid: Uuid,
  name: z.string(),
  group: z.string().optional(),
  version: z.string(),
  purl: z.string().optional(),
  latestVersion: z.string().optional(),
  project: z.union([Uuid, ProjectReference]),
  projectName: z.string().optional(),
  projectVersion: z.string().optional(),
})
export type Component = z.infer<typeof Component>

export const severityNames = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'] as const

/** Where a vulnerability's id comes from. */
export const vulnerabilitySources = ['NVD', 'GITHUB', 'OSV'] as const
export type VulnerabilitySource = (typeof vulnerabilitySources)[number]

const Vulnerability = z.object({
  uuid: Uuid,
  source: z.enum(vulnerabilitySources),
  vulnId: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  recommendation: z.string().optional(),
  severity: z.enum(severityNames),
  /** 0 is the most severe. */
  severityRank: z.int(),
  cvssV3BaseScore: z.number().optional(),
  epssScore: z.number().optional(),
  isKev: z.boolean(),
  cwes: z.array(z.object({ cweId: z.int(), name: z.string() })),
  aliases: z.array(z.record(z.string(), z.string())),
})

export const analysisStates = [
  'EXPLOITABLE',
  'IN_TRIAGE',
  'FALSE_POSITIVE',
  'NOT_AFFECTED',
  'RESOLVED',
  'NOT_SET',
] as const

export const Finding = z.object({
  component: Component,
  vulnerability: Vulnerability,
  analysis: z.object({
    state: z.enum(analysisStates),
    isSuppressed: z.boolean(),
    detail: z.string().optional(),
  }),
  attribution: z.object({ analyzerIdentity: z.string(), attributedOn: EpochMs.optional() }),
  /** 'project:component:vulnerability' */
  matrix: z.string(),
})
export type Finding = z.infer<typeof Finding>

/** The finding packaging format: https://docs.dependencytrack.org/integrations/file-formats/. */
export const FindingExport = z.object({
  version: z.string(),
  meta: z.object({
    application: z.string(),
    version: z.string(),
    timestamp: z.string(),
    baseUrl: z.string(),
  }),
  project: z.object({ uuid: Uuid, name: z.string(), version: z.string() }),
  findings: z.array(Finding),
})

export const Violation = z.object({
  uuid: Uuid,
  type: z.enum(['LICENSE', 'SECURITY', 'OPERATIONAL']),
  project: ProjectReference,
  component: Component,
  policyCondition: z.object({
    uuid: Uuid,
    subject: z.string(),
    operator: z.string(),
    value: z.string(),
    violationType: z.string(),
    policy: z.object({
      uuid: Uuid,
      name: z.string(),
      operator: z.enum(['ANY', 'ALL']),
      violationState: z.enum(['FAIL', 'WARN', 'INFO']),
    }),
  }),
  timestamp: EpochMs,
  text: z.string(),
})
export type Violation = z.infer<typeof Violation>

export const Team = z.object({
  uuid: Uuid,
  name: z.string(),
  permissions: z.array(z.object({ name: z.string(), description: z.string() })),
})

export const Version = z.object({
  application: z.string(),
  version: z.string(),
  timestamp: z.string(),
  uuid: Uuid,
  systemUuid: Uuid,
  framework: z.object({ name: z.string(), version: z.string(), timestamp: z.string(), uuid: Uuid }),
})

export const analysisJustifications = [
  'CODE_NOT_PRESENT',
  'CODE_NOT_REACHABLE',
  'REQUIRES_CONFIGURATION',
  'REQUIRES_DEPENDENCY',
  'REQUIRES_ENVIRONMENT',
  'PROTECTED_BY_COMPILER',
  'PROTECTED_AT_RUNTIME',
  'PROTECTED_AT_PERIMETER',
  'PROTECTED_BY_MITIGATING_CONTROL',
  'NOT_SET',
] as const

export const analysisResponses = [
  'CAN_NOT_FIX',
  'WILL_NOT_FIX',
  'UPDATE',
  'ROLLBACK',
  'WORKAROUND_AVAILABLE',
  'NOT_SET',
] as const

export const Analysis = z.object({
  analysisState: z.enum(analysisStates),
  analysisJustification: z.enum(analysisJustifications),
  analysisResponse: z.enum(analysisResponses),
  analysisDetails: z.string().optional(),
  isSuppressed: z.boolean(),
  analysisComments: z.array(
    z.object({ timestamp: EpochMs, comment: z.string(), commenter: z.string().optional() }),
  ),
})
export type Analysis = z.infer<typeof Analysis>

/** A vulnerability with the number of versions that have it. */
export const GroupedFinding = z.object({
  vulnerability: Vulnerability.pick({ uuid: true, source: true, vulnId: true, severity: true }).extend({
    title: z.string().optional(),
    cvssV3BaseScore: z.number().optional(),
    affectedProjectCount: z.int(),
  }),
  attribution: z.object({ analyzerIdentity: z.string() }),
})
export type GroupedFinding = z.infer<typeof GroupedFinding>

/** By kind: 'project', 'component', 'vulnerability', 'license'. */
export const SearchResult = z.object({
  results: z.record(z.string(), z.array(z.record(z.string(), z.string()))),
})
export type SearchResult = z.infer<typeof SearchResult>

export const ProjectProperty = z.object({
  groupName: z.string(),
  propertyName: z.string(),
  propertyValue: z.string().optional(),
  propertyType: z.string(),
  description: z.string().optional(),
})
export type ProjectProperty = z.infer<typeof ProjectProperty>

export const ProjectV2 = z.object({
  uuid: Uuid,
  name: z.string(),
  version: z.string(),
  classifier: z.string(),
  is_active: z.enum(['ACTIVE', 'INACTIVE']),
  is_latest: z.boolean(),
  has_children: z.boolean(),
  last_bom_import: EpochMs.optional(),
  last_inherited_risk_score: z.number().optional(),
  tags: z.array(z.string()),
})
export type ProjectV2 = z.infer<typeof ProjectV2>

export const ComponentV2 = z.object({
  uuid: Uuid,
  name: z.string(),
  group: z.string().optional(),
  version: z.string(),
  purl: z.string().optional(),
  direct_dependency: z.boolean().optional(),
  license_expression: z.string().optional(),
})
export type ComponentV2 = z.infer<typeof ComponentV2>

export const pageOfV2 = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    next_page_token: z.string().optional(),
    total: z.object({ count: z.int(), type: z.literal('EXACT') }),
  })
