import { overdue as messages } from '../../messages/overdue.ts'
import { ListPage } from '../../widgets/lists/list-page.tsx'
import { OverdueList } from './overdue-list.tsx'
import type { OverdueProps } from './search.ts'

/** "What should have been fixed by now?" */
export const OverduePage = (props: OverdueProps) => (
  <ListPage {...messages} viewed="overdue" permission="insights.read">
    {(account) => <OverdueList {...props} account={account} />}
  </ListPage>
)
