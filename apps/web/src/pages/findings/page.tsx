import { triage } from '../../messages/triage.ts'
import { ListPage } from '../../widgets/lists/list-page.tsx'
import { FindingList } from './finding-list.tsx'
import type { FindingsProps } from './search.ts'

/** "What is mine to decide, and what is late?" */
export const FindingsPage = (props: FindingsProps) => (
  <ListPage {...triage.findings} permission="insights.read">
    {(account) => <FindingList {...props} accountUuid={account.uuid} />}
  </ListPage>
)
