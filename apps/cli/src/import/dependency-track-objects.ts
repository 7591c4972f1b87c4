// What is read of Dependency-Track's objects; versions 4 and 5 agree in these fields.

export interface TheirProject {
  uuid: string
  name: string
  version?: string | null
  active?: boolean
  isLatest?: boolean
  tags?: { name: string }[]
  lastBomImport?: number | null
  parent?: { uuid: string; name?: string } | null
}

export interface TheirFinding {
  component: { uuid: string; name: string; group?: string; version?: string; purl?: string }
  vulnerability: { uuid: string; source: string; vulnId: string }
  analysis?: { state?: string | null; isSuppressed?: boolean } | null
  /** Epoch ms; text in some versions. */
  attribution?: { attributedOn?: number | string | null } | null
}

export interface TheirAnalysis {
  analysisState?: string
  analysisJustification?: string
  analysisResponse?: string
  analysisDetails?: string
  isSuppressed?: boolean
  analysisComments?: { timestamp: number; comment: string; commenter?: string }[]
}

export interface TheirPolicy {
  name: string
  operator: string
  violationState: string
  policyConditions?: { subject: string; operator: string; value: string }[]
  projects?: { name: string; version?: string | null }[]
  tags?: { name: string }[]
}

export interface TheirLicenseGroup {
  uuid: string
  name: string
  licenses?: { licenseId?: string; name: string }[]
}

export interface TheirTeam {
  uuid: string
  name: string
  permissions?: { name: string }[]
  apiKeys?: unknown[]
  managedUsers?: TheirUser[]
  ldapUsers?: TheirUser[]
  oidcUsers?: TheirUser[]
}

export interface TheirUser {
  username: string
  email?: string | null
}

/** A package or other software with a vulnerability: a range, or one version. */
export interface TheirAffected {
  identityType?: string
  identity?: string
  versionType?: string
  version?: string
  versionStartIncluding?: string
  versionStartExcluding?: string
  versionEndIncluding?: string
  versionEndExcluding?: string
}

export interface TheirVulnerability {
  vulnId: string
  source: string
  title?: string
  description?: string
  detail?: string
  recommendation?: string
  references?: string
  severity?: string
  cvssV2Vector?: string
  cvssV3Vector?: string
  cvssV4Vector?: string
  cwes?: (number | { cweId: number })[]
  affectedComponents?: TheirAffected[]
}

export interface TheirRule {
  name: string
  enabled?: boolean
  scope: string
  /** INFORMATIONAL, WARNING or ERROR: the least that is sent. Version 5 has `level`. */
  notificationLevel?: string | null
  level?: string | null
  notifyOn?: string[]
  projects?: { uuid: string; name: string; version?: string | null }[]
  tags?: { name: string }[]
  publisher?: { name: string } | null
  publisherConfig?: string | null
}

/** Without a version: the branch main, as for uploads. */
export const branchOf = ({ version }: Pick<TheirProject, 'version'>): string => version?.trim() || 'main'
export const titleOf = (project: Pick<TheirProject, 'name' | 'version'>): string =>
  `${project.name} ${branchOf(project)}`
