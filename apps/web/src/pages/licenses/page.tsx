import { licenses as messages } from '../../messages/licenses.ts'
import { ListPage } from '../../widgets/list-page.tsx'
import { LicenseList } from './license-list.tsx'
import type { LicensesProps } from './search.ts'

/** "Which licenses do we use, and what may we not?" */
export const LicensesPage = (props: LicensesProps) => (
  <ListPage {...messages} viewed="licenses" permission="insights.read">
    {(account) => <LicenseList {...props} account={account} />}
  </ListPage>
)
