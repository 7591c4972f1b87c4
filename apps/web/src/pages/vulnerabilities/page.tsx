import { vulnerabilities as messages } from '../../messages/vulnerabilities.ts'
import { ListPage } from '../../widgets/lists/list-page.tsx'
import type { VulnerabilitiesProps } from './search.ts'
import { VulnerabilityList } from './vulnerability-list.tsx'

/** "What is open, and what matters most?" */
export const VulnerabilitiesPage = (props: VulnerabilitiesProps) => (
  <ListPage {...messages} viewed="vulnerabilities" permission="insights.read">
    {(account) => <VulnerabilityList {...props} account={account} />}
  </ListPage>
)
