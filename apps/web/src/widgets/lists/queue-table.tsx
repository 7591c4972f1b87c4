import type { QueuedWork } from '@assay/contract/system.ts'
import { jobName, jobs } from '../../messages/jobs.ts'
import { formatNumber } from '../../language/format.ts'
import { cellStyle, Header, numberCell, rowStyle, Table, wideOnly } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { describeSchedule } from './schedule-model.ts'

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
          <Header title={messages.columns.priority} className={wideOnly} />
          <Header title={messages.columns.queued} isNumber />
          <Header title={messages.columns.running} isNumber />
          <Header title={messages.columns.oldest} isNumber className={wideOnly} />
          <Header title={failed} isNumber />
          {hasSchedules && <Header title={messages.columns.schedule} className={wideOnly} />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.name} ${row.priority}`} className={rowStyle}>
            <th scope="row" className="px-3 py-2 text-left font-medium sm:whitespace-nowrap">
              {jobName(row.name)}
              <span className="block text-xs font-normal text-soft sm:hidden">
                {messages.priorities[row.priority]}
                {row.oldestQueuedAt !== null && (
                  <>
                    {' · '}
                    {messages.columns.oldest}: <When epochMs={row.oldestQueuedAt} />
                  </>
                )}
                {row.schedule && ` · ${describeSchedule(row.schedule)}`}
              </span>
            </th>
            <td className={`${cellStyle} ${wideOnly}`}>{messages.priorities[row.priority]}</td>
            <td className={numberCell}>{formatNumber(row.queued)}</td>
            <td className={numberCell}>{formatNumber(row.running)}</td>
            <td className={`${numberCell} ${wideOnly}`}>
              <When epochMs={row.oldestQueuedAt} />
            </td>
            <td className={`${numberCell} ${row.failed > 0 ? 'font-medium text-danger' : ''}`}>
              {formatNumber(row.failed)}
            </td>
            {hasSchedules && (
              <td className={`${cellStyle} ${wideOnly}`} title={row.schedule ?? undefined}>
                {row.schedule ? describeSchedule(row.schedule) : '–'}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
