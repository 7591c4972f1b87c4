import { describePath } from '@assay/engine/reports/describe-path.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { writeCsv } from '@assay/text/csv.ts'
import { exclude as excludeMessages } from '../../../messages/exclude.ts'
import { report as messages } from '../../../messages/report.ts'
import { severityNames } from '../../../messages/severity.ts'
import { relationOf } from '../components/components-csv.ts'
import type { FindingRow } from './findings-model.ts'

const { security, list } = messages

const findingTitles = [
  security.columns.severity,
  'CVSS',
  security.columns.id,
  security.columns.package,
  messages.inventory.componentColumns.ecosystem,
  security.installed,
  security.columns.fix,
  security.columns.recommended,
  security.columns.via,
  security.columns.since,
  security.shows.exploited,
  'EPSS',
  list.columns.status,
  list.columns.summary,
]

/** One row per installed version of each finding, in the shown order and with the words of the page. */
export const findingsCsv = (rows: readonly FindingRow[], isPending: (row: FindingRow) => boolean): string =>
  writeCsv([
    findingTitles,
    ...rows.flatMap((row) =>
      row.finding.versions.map((installed) => {
        const { finding, id } = row
        return [
          severityNames[finding.severity],
          finding.cvss,
          id,
          finding.package,
          ecosystemName(finding.ecosystem) ?? finding.ecosystem,
          installed.version,
          installed.fixesThis?.version ?? null,
          installed.recommended?.version ?? null,
          pathTo(installed),
          finding.lifetime ? new Date(finding.lifetime.introducedAt).toISOString() : null,
          finding.isKnownExploited,
          finding.epss,
          statusOf(row, isPending(row)),
          finding.summary,
        ]
      }),
    ),
  ])

/** null if the inventory does not say. */
function pathTo({ isDirect, paths }: Finding['versions'][number]): string | null {
  const path = describePath(paths[0] ?? [])
    .slice(0, -1)
    .join(' > ')
  return path === '' ? relationOf(isDirect) : path
}

function statusOf({ finding: { exclusion, lifetime } }: FindingRow, isPending: boolean): string {
  if (exclusion !== null) return security.excluded
  if ((lifetime?.endedAt ?? null) !== null) return security.ended
  return isPending ? excludeMessages.pending : list.open
}
