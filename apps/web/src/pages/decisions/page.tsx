import { triage } from '../../messages/triage.ts'
import { ListPage } from '../../widgets/lists/list-page.tsx'
import { DecisionList } from './decision-list.tsx'
import type { DecisionsProps } from './search.ts'

/** "What did we decide not to count, and who agreed?" */
export const DecisionsPage = (props: DecisionsProps) => (
  <ListPage {...triage.decisions} permission="policies.read">
    {(account) => <DecisionList {...props} accountUuid={account.uuid} />}
  </ListPage>
)
