import type { Overview } from '@assay/contract/scans.ts'
import { report as messages } from '../../../messages/report.ts'
import type { ReportPatch, ReportSearch } from './search.ts'

export interface ReportProps {
  search: ReportSearch
  /** Without replace, the back button returns to the current state. */
  onSearch: (patch: ReportPatch, how?: { replace?: boolean }) => void
}

export interface TabProps extends ReportProps {
  overview: Overview
}

export const { forbidden } = messages
