import { useState } from 'react'
import { reports as messages } from '../../messages/reports.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { MembersOnly } from '../../widgets/members-only.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { useTitle } from '../../widgets/use-title.ts'
import { NewReport } from './new-report.tsx'
import { ReportList } from './report-list.tsx'
import { Schedules } from './schedules.tsx'

export function ReportsPage() {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <Reports />
    </MembersOnly>
  )
}

function Reports() {
  const may = usePermission()
  const [isOpen, setOpen] = useState(false)
  const mayRead = may('reports.read')
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="m-0 mb-1 text-lg font-semibold">{messages.title}</h1>
          <p className="m-0 text-soft">{messages.lead}</p>
        </div>
        {mayRead && (
          <Button variant="primary" onPress={() => setOpen(true)}>
            {messages.create}
          </Button>
        )}
      </div>
      {mayRead ? (
        <div className="grid grid-cols-1 gap-8">
          <ReportList />
          <Schedules />
        </div>
      ) : (
        <EmptyState {...messages.forbidden} />
      )}
      {isOpen && <NewReport onClose={() => setOpen(false)} />}
    </>
  )
}
