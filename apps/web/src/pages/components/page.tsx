import { useSession } from '../../api/session.tsx'
import { components as messages } from '../../messages/components.ts'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { MembersOnly } from '../../widgets/members-only.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { useTitle } from '../../widgets/use-title.ts'
import { ComponentSearch } from './component-search.tsx'
import type { ComponentsProps } from './search.ts'

/** "Where is log4j-core before 2.17.1?" */
export function ComponentsPage(props: ComponentsProps) {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <h1 className="m-0 mb-1 text-lg font-semibold">{messages.title}</h1>
      <p className="m-0 mb-4 text-soft">{messages.lead}</p>
      <Allowed {...props} />
    </MembersOnly>
  )
}

function Allowed(props: ComponentsProps) {
  const { state } = useSession()
  const may = usePermission()
  if (state.status !== 'member') return null
  if (!may('insights.read')) return <EmptyState {...messages.forbidden} />
  return <ComponentSearch {...props} account={state.user.account} />
}
