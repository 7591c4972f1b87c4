import { useState } from 'react'
import { cases as messages } from '../../messages/cases.ts'
import { Button } from '../../ui/button.tsx'
import { ListPage } from '../../widgets/lists/list-page.tsx'
import { useAccountUuid } from '../../widgets/triage/use-triage.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { CaseList } from './case-list.tsx'
import { OpenCase } from './open-case.tsx'
import { CaseSettings } from './settings.tsx'

/** "What is being exploited, and what is due?" */
export const CasesPage = () => (
  <ListPage
    title={messages.title}
    lead={messages.lead}
    forbidden={messages.forbidden}
    permission="reports.read"
    actions={<Actions />}
  >
    {() => <CaseList />}
  </ListPage>
)

function Actions() {
  const [opened, setOpened] = useState<'report' | 'settings' | null>(null)
  const hasPermission = usePermission()
  const accountUuid = useAccountUuid()
  const close = () => setOpened(null)
  return (
    <>
      {hasPermission('configuration.edit') && (
        <Button onPress={() => setOpened('settings')}>{messages.settings.open}</Button>
      )}
      {hasPermission('reports.edit') && (
        <Button variant="primary" onPress={() => setOpened('report')}>
          {messages.report}
        </Button>
      )}
      {opened === 'report' && <OpenCase onClose={close} />}
      {opened === 'settings' && <CaseSettings accountUuid={accountUuid} onClose={close} />}
    </>
  )
}
