import { licenses as messages } from '../../messages/licenses.ts'
import { ListPage } from '../../widgets/lists/list-page.tsx'
import { LicenseList } from './license-list.tsx'
import type { LicensesProps } from './search.ts'

/** "Which licenses are in use, and which of them violate policies?" */
export const LicensesPage = (props: LicensesProps) => (
  <ListPage {...messages} viewed="licenses" permission="insights.read">
    {(account) => <LicenseList {...props} account={account} />}
  </ListPage>
)
