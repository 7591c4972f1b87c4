import type { EraSchedule } from '@assay/contract/eras.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { reports } from '../../messages/reports.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../language/format.ts'
import { cellStyle, Header, rowStyle, Table } from '../../ui/table.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { showNotice } from '../../ui/alerts.tsx'
import { Confirm } from '../../widgets/forms/confirm.tsx'

const messages = reports.schedules

/** Report schedules; nothing if there are none. */
export function Schedules() {
  const { data: list = [] } = useQuery(query(api.eras.schedules, {}))
  const [leaving, setLeaving] = useState<EraSchedule | null>(null)
  const canRemove = usePermission()('reports.edit')
  if (list.length === 0) return null
  const { name, every, next, by, actions } = messages.columns
  return (
    <section>
      <h2 className="m-0 mb-2 text-base font-semibold">{messages.title}</h2>
      <div className="rounded-card border border-line bg-surface">
        <Table label={messages.title}>
          <thead>
            <tr className="border-b border-line">
              <Header title={name} />
              <Header title={every} />
              <Header title={next} className="hidden md:table-cell" />
              <Header title={by} className="hidden md:table-cell" />
              <th scope="col">
                <span className="sr-only">{actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map((schedule) => (
              <tr key={schedule.uuid} className={rowStyle}>
                <th scope="row" className="min-w-36 px-3 py-2 text-left font-medium [overflow-wrap:anywhere]">
                  {schedule.name}
                  {schedule.problem !== null && (
                    <span className="block text-xs font-normal text-danger">{schedule.problem}</span>
                  )}
                </th>
                <td className={cellStyle}>{messages.every[schedule.every]}</td>
                <td className={`${cellStyle} hidden md:table-cell`}>{formatDateTime(schedule.nextAt)}</td>
                <td className={`${cellStyle} hidden md:table-cell`}>{schedule.createdBy}</td>
                <td className="px-3 py-1.5 text-right">
                  <Button
                    variant="quiet"
                    aria-label={messages.removeOf(schedule.name)}
                    aria-disabled={!canRemove}
                    {...(!canRemove && { title: reports.notAllowed })}
                    onPress={() => canRemove && setLeaving(schedule)}
                  >
                    {reports.remove}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {leaving && (
        <Confirm
          title={messages.removeTitle(leaving.name)}
          text={messages.removeText}
          submit={reports.remove}
          action={async () => {
            await api.eras.removeSchedule({ params: { scheduleUuid: leaving.uuid } })
            showNotice(messages.removed)
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  )
}
