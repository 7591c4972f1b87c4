import type { Permission } from '@assay/contract/permissions.ts'
import type { ViewedList } from '@assay/contract/saved-views.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { loadPart } from '../../api/outage.ts'
import { useSession } from '../../api/session.tsx'
import { Forbidden, type ForbiddenText } from '../notices/empty-state.tsx'
import { MembersOnly } from '../notices/members-only.tsx'
import { PageTitle } from './page-title.tsx'
import { usePermission } from '../use-permission.ts'
import { useTitle } from '../use-title.ts'

const SavedViews = lazy(() =>
  loadPart(async () => ({ default: (await import('../views/saved-views.tsx')).SavedViews })),
)

export interface Account {
  uuid: string
  features: readonly string[]
}

interface Props {
  title: string
  lead: string
  permission: Permission
  forbidden: ForbiddenText
  /** The list whose filters can be saved as views. */
  viewed?: ViewedList
  /** Next to the heading. */
  actions?: ReactNode
  children: (account: Account) => ReactNode
}

/** A list page with permission check. */
export function ListPage({ title, lead, permission, forbidden, viewed, actions, children }: Props) {
  useTitle(title)
  const hasPermission = usePermission()
  return (
    <MembersOnly>
      <PageTitle
        title={title}
        lead={lead}
        actions={
          <>
            {actions}
            {viewed && hasPermission(permission) && (
              <Suspense>
                <SavedViews list={viewed} title={title} />
              </Suspense>
            )}
          </>
        }
      />
      <Allowed permission={permission} forbidden={forbidden}>
        {children}
      </Allowed>
    </MembersOnly>
  )
}

function Allowed({ permission, forbidden, children }: Pick<Props, 'permission' | 'forbidden' | 'children'>) {
  const { state } = useSession()
  const hasPermission = usePermission()
  if (state.status !== 'member') return null
  return hasPermission(permission) ? children(state.user.account) : <Forbidden {...forbidden} />
}
