import type { InfrastructureResult } from '@assay/engine/infrastructure/infrastructure.ts'
import { severityName } from '@assay/engine/severity-names.ts'
import { severities } from '@assay/engine/vocabulary.ts'
import { alignColumns } from '@assay/text/documents/write-text.ts'

export type PrintedResult = Pick<InfrastructureResult, 'sysid' | 'severity' | 'path' | 'line' | 'message'> & {
  /** Why it does not count; null if it counts. */
  excluded: string | null
}

/** Most severe first, suppressed ones last, then totals. */
export function describeInfrastructure(results: readonly PrintedResult[]): string {
  const counted = results.filter(({ excluded }) => excluded === null).length
  const excluded = results.length - counted
  const total = `${counted} ${counted === 1 ? 'finding' : 'findings'} in infrastructure as code.${
    excluded > 0 ? ` ${excluded} more excluded.` : ''
  }`
  if (results.length === 0) return `${total}\n`
  const rows = results
    .toSorted(worstFirst)
    .map(({ severity, sysid, path, line, message, excluded: why }) => [
      `${severityName(severity)}${why === null ? '' : ' (excluded)'}`,
      sysid,
      line === null ? path : `${path}:${line}`,
      message.length > 100 ? `${message.slice(0, 99)}…` : message,
    ])
  return `${alignColumns([['Severity', 'Rule', 'File', 'Finding'], ...rows])}\n\n${total}\n`
}

const worstFirst = (a: PrintedResult, b: PrintedResult): number =>
  Number(a.excluded !== null) - Number(b.excluded !== null) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
