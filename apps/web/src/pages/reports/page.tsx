import { useState } from 'react'
import { reports as messages } from '../../messages/reports.ts'
import { Button } from '../../ui/button.tsx'
import { Forbidden } from '../../widgets/notices/empty-state.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { PageTitle } from '../../widgets/lists/page-title.tsx'
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
  const hasPermission = usePermission()
  const [isOpen, setOpen] = useState(false)
  const canRead = hasPermission('reports.read')
  return (
    <>
      <PageTitle
        title={messages.title}
        lead={messages.lead}
        actions={
          canRead && (
            <Button variant="primary" onPress={() => setOpen(true)}>
              {messages.create}
            </Button>
          )
        }
      />
      {canRead ? (
        <div className="grid grid-cols-1 gap-8">
          <ReportList />
          <Schedules />
        </div>
      ) : (
        <Forbidden {...messages.forbidden} />
      )}
      {isOpen && <NewReport onClose={() => setOpen(false)} />}
    </>
  )
}
