import type { Permission } from '@assay/contract/permissions.ts'
import type { ReactNode } from 'react'
import { useSession } from '../api/session.tsx'
import { EmptyState } from './empty-state.tsx'
import { MembersOnly } from './members-only.tsx'
import { usePermission } from './use-permission.ts'
import { useTitle } from './use-title.ts'

export interface Account {
  uuid: string
  features: readonly string[]
}

interface Props {
  title: string
  lead: string
  permission: Permission
  forbidden: { title: string; hint: string }
  /** Beside the heading. */
  actions?: ReactNode
  children: (account: Account) => ReactNode
}

/** A page that lists something of the account, for members who may see it. */
export function ListPage({ title, lead, permission, forbidden, actions, children }: Props) {
  useTitle(title)
  return (
    <MembersOnly>
      <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
        <div>
          <h1 className="m-0 mb-1 text-lg font-semibold">{title}</h1>
          <p className="m-0 text-soft">{lead}</p>
        </div>
        {actions !== undefined && <div className="ml-auto print:hidden">{actions}</div>}
      </div>
      <Allowed {...{ permission, forbidden }}>{children}</Allowed>
    </MembersOnly>
  )
}

function Allowed({ permission, forbidden, children }: Pick<Props, 'permission' | 'forbidden' | 'children'>) {
  const { state } = useSession()
  const may = usePermission()
  if (state.status !== 'member') return null
  return may(permission) ? children(state.user.account) : <EmptyState {...forbidden} />
}
