import type { Case } from '@assay/contract/cases.ts'

export interface CaseProps {
  known: Case
  canEdit: boolean
}
