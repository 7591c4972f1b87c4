import { useState } from 'react'
import { reports as messages } from '../../messages/reports.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { MembersOnly } from '../../widgets/members-only.tsx'
import { PageTitle } from '../../widgets/page-title.tsx'
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
      <PageTitle
        title={messages.title}
        lead={messages.lead}
        actions={
          mayRead && (
            <Button variant="primary" onPress={() => setOpen(true)}>
              {messages.create}
            </Button>
          )
        }
      />
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
