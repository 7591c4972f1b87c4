import type { ReportRule, ScanReport } from './scan-report.ts'

const ofReport = '/projects/?'

/**
 * The page on the server that lists what a rule hits: of a rule of the account, its hits in the project; of minimum scores,
 * the projects below policy. Rules of the repository and license policies have none but the report. null without a server.
 */
export function rulePage(
  { reportUrl, project }: Pick<ScanReport, 'reportUrl' | 'project'>,
  { uuid, kind = 'condition', file, hitCount }: Pick<ReportRule, 'uuid' | 'kind' | 'file' | 'hitCount'>,
): string | null {
  const at = reportUrl?.indexOf(ofReport) ?? -1
  if (reportUrl === null || at < 0) return reportUrl
  const server = reportUrl.slice(0, at)
  if (kind === 'scores') return `${server}/projects?policy=below`
  const hasPage = kind === 'condition' && file === null && hitCount > 0 && uuid !== undefined
  return hasPage ? `${server}/policies/${uuid}/hits?project=${encodeURIComponent(project.url)}` : reportUrl
}
