// What is read of DefectDojo's objects: https://docs.defectdojo.com/en/open_source/api-v2-docs/

export interface DojoProduct {
  id: number
  name: string
  tags?: string[]
}

export interface DojoEngagement {
  id: number
  name?: string | null
  product: number
  branch_tag?: string | null
}

export interface DojoTest {
  id: number
  engagement: number
  test_type_name?: string
  scan_type?: string | null
  updated?: string | null
}

interface DojoAcceptance {
  name: string
  decision_details?: string | null
  accepted_by?: string | null
  expiration_date?: string | null
}

export interface DojoFinding {
  id: number
  title: string
  test: number
  date?: string | null
  component_name?: string | null
  component_version?: string | null
  cve?: string | null
  vulnerability_ids?: { vulnerability_id: string }[]
  false_p?: boolean
  duplicate?: boolean
  out_of_scope?: boolean
  risk_accepted?: boolean
  under_review?: boolean
  is_mitigated?: boolean
  /** When; absent in versions that do not know. */
  mitigated?: string | null
  accepted_risks?: DojoAcceptance[]
  notes?: DojoNote[]
}

export interface DojoNote {
  entry: string
  date?: string | null
  private?: boolean
  author?: { username?: string } | null
}

/** A test without a branch is of the branch that is called like its engagement. */
export const branchOfEngagement = ({ branch_tag: tag, name }: DojoEngagement): string =>
  tag?.trim() || name?.trim() || 'main'

export const vulnerabilityIdsOf = ({ cve, vulnerability_ids: ids = [] }: DojoFinding): string[] => [
  ...new Set([...(cve ? [cve] : []), ...ids.map((each) => each.vulnerability_id)]),
]

export type DojoState =
  | 'mitigated'
  | 'duplicate'
  | 'false positive'
  | 'out of scope'
  | 'risk accepted'
  | 'under review'
  | 'active'

/** Their flags are independent of each other: the first that is set counts. */
export function stateOf(finding: DojoFinding): DojoState {
  if (finding.is_mitigated) return 'mitigated'
  if (finding.duplicate) return 'duplicate'
  if (finding.false_p) return 'false positive'
  if (finding.out_of_scope) return 'out of scope'
  if (finding.risk_accepted) return 'risk accepted'
  return finding.under_review ? 'under review' : 'active'
}
