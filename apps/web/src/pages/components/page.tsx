import { Link } from '@tanstack/react-router'
import { components as messages } from '../../messages/components.ts'
import { paths } from '../../paths.ts'
import { ListPage } from '../../widgets/lists/list-page.tsx'
import { ComponentSearch } from './component-search.tsx'
import type { ComponentsProps } from './search.ts'

/** "Where is log4j-core before 2.17.1?" */
export const ComponentsPage = (props: ComponentsProps) => (
  <ListPage {...messages} viewed="components" permission="insights.read" actions={<ToLicenses />}>
    {(account) => <ComponentSearch {...props} account={account} />}
  </ListPage>
)

const ToLicenses = () => (
  <Link data-target to={paths.licenses} className="inline-flex min-h-8 items-center font-medium text-accent">
    {messages.toLicenses}
  </Link>
)
