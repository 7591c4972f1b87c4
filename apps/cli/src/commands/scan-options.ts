import type { ReportFormat } from '../output/write-report.ts'

export interface ScanOptions {
  offline?: boolean
  project?: string
  branch?: string
  minSecurity?: number
  minStability?: number
  minLicensing?: number
  format?: ReportFormat
  /** A file that gets what would go to stdout. */
  output?: string
  reportJson?: string
  json?: boolean
  /** An advisory's id or alias. */
  explain?: string
  quiet?: boolean
  failGracefully?: boolean
}
