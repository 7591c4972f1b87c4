import type { MetricsProject } from '@assay/contract/metrics.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { firstApi } from '../../../api/initial-api.ts'
import { query } from '../../../api/query.ts'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { scans } from '../../../messages/scans.ts'
import { DetailsSpinner } from './details-spinner.tsx'
import { ScanChart } from './scan-chart.tsx'
import { ScansPanel } from './scans-panel.tsx'
import { newestFirst } from './scans-model.ts'

interface Props {
  row: MetricsProject
  window: { startDate: string; endDate: string }
  /** Report uuid of the selected scan. */
  scan: string | undefined
  onScan: (reportUuid: string | undefined) => void
}

/** Content of an open row: its history chart and list of scans. */
export function ProjectDetails({ row, window, scan, onScan }: Props) {
  const details = useQuery({
    ...query(firstApi.metrics.project, {
      params: { projectUuid: row.projectUUID },
      query: { ...window, branch: row.projectBranch },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView query={details} skeleton={<DetailsSpinner />} failed={scans.failed}>
      {(data) => (
        <div
          aria-busy={details.isPlaceholderData}
          className="grid min-h-[375px] gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
        >
          <ScanChart
            name={`${row.nameFront}${row.nameTail}, ${row.projectBranch}`}
            scans={newestFirst(data.scans)}
            selected={scan}
            onSelect={onScan}
          />
          <ScansPanel projectUuid={row.projectUUID} details={data} selected={scan} onSelect={onScan} />
        </div>
      )}
    </QueryView>
  )
}
