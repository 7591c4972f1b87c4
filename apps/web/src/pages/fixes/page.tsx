import { fixes as messages } from '../../messages/fixes.ts'
import { ListPage } from '../../widgets/lists/list-page.tsx'
import { FixList } from './fix-list.tsx'
import type { FixesProps } from './search.ts'

/** "Which upgrade closes the most findings?" */
export const FixesPage = (props: FixesProps) => (
  <ListPage {...messages} viewed="fixes" permission="insights.read">
    {(account) => <FixList {...props} account={account} />}
  </ListPage>
)
