import { describePath } from '@assay/engine/reports/describe-path.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { type CsvColumns, writeTableCsv } from '@assay/text/documents/write-csv.ts'
import { exclude as excludeMessages } from '../../../messages/exclude.ts'
import { report as messages } from '../../../messages/report.ts'
import { severityNames } from '../../../messages/severity.ts'
import { relationOf } from '../components/components-csv.ts'
import type { FindingRow } from './findings-model.ts'

const { security, list } = messages

interface Line {
  row: FindingRow
  finding: Finding
  installed: Finding['versions'][number]
  isPending: boolean
}

const columns: CsvColumns<Line> = {
  [security.columns.severity]: ({ finding }) => severityNames[finding.severity],
  CVSS: ({ finding }) => finding.cvss,
  [security.columns.id]: ({ row }) => row.id,
  [security.columns.package]: ({ finding }) => finding.package,
  [messages.inventory.componentColumns.ecosystem]: ({ finding: { ecosystem } }) =>
    ecosystemName(ecosystem) ?? ecosystem,
  [security.installed]: ({ installed }) => installed.version,
  [security.columns.fix]: ({ installed }) => installed.fixesThis?.version ?? null,
  [security.columns.recommended]: ({ installed }) => installed.recommended?.version ?? null,
  [security.columns.via]: ({ installed }) => pathTo(installed),
  [security.columns.since]: ({ finding: { lifetime } }) =>
    lifetime ? new Date(lifetime.introducedAt).toISOString() : null,
  [security.shows.exploited]: ({ finding }) => finding.isKnownExploited,
  EPSS: ({ finding }) => finding.epss,
  [list.columns.status]: ({ row, isPending }) => statusOf(row, isPending),
  [list.columns.summary]: ({ finding }) => finding.summary,
}

/** One row per installed version of each finding, in the shown order and with the words of the page. */
export const findingsCsv = (rows: readonly FindingRow[], isPending: (row: FindingRow) => boolean): string =>
  writeTableCsv(
    columns,
    rows.flatMap((row) =>
      row.finding.versions.map((installed) => ({
        row,
        finding: row.finding,
        installed,
        isPending: isPending(row),
      })),
    ),
  )

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
