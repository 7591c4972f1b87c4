import type { QueuedWork } from '@assay/contract/system.ts'
import { jobName, jobs } from '../messages/jobs.ts'
import { formatNumber } from '../language/format.ts'
import { cellLook, Header, numberLook, rowLook, Table } from '../ui/table.tsx'
import { When } from '../ui/when.tsx'

const messages = jobs.queues

interface Props {
  title: string
  /** Window in which failures are counted, if limited. */
  failed?: string
  rows: readonly (Omit<QueuedWork, 'kind'> & { name: string; schedule?: string | null })[]
}

/** Queued, running and failed jobs by kind. */
export function QueueTable({ title, failed = messages.columns.failed, rows }: Props) {
  const hasSchedules = rows.some(({ schedule }) => schedule !== undefined)
  return (
    <Table label={title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.columns.name} />
          <Header title={messages.columns.priority} />
          <Header title={messages.columns.queued} isNumber />
          <Header title={messages.columns.running} isNumber />
          <Header title={messages.columns.oldest} isNumber />
          <Header title={failed} isNumber />
          {hasSchedules && <Header title={messages.columns.schedule} />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.name} ${row.priority}`} className={rowLook}>
            <th scope="row" className="px-3 py-2 text-left font-medium whitespace-nowrap">
              {jobName(row.name)}
            </th>
            <td className={cellLook}>{messages.priorities[row.priority]}</td>
            <td className={numberLook}>{formatNumber(row.queued)}</td>
            <td className={numberLook}>{formatNumber(row.running)}</td>
            <td className={numberLook}>
              <When epochMs={row.oldestQueuedAt} />
            </td>
            <td className={`${numberLook} ${row.failed > 0 ? 'font-medium text-danger' : ''}`}>
              {formatNumber(row.failed)}
            </td>
            {hasSchedules && <td className={cellLook}>{row.schedule ?? '–'}</td>}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
