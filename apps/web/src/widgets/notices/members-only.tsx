import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadPart } from '../../api/outage.ts'
import { useSession } from '../../api/session.tsx'
import { texts } from '../../messages/app.ts'
import { Spinner } from '../../ui/spinner.tsx'

/** Children are not rendered, and load no data, without a login. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const { state } = useSession()
  if (state.status === 'loading') return <Spinner label={texts.loading} isFullPage />
  return state.status === 'member' ? children : <NoticeOnDemand />
}

/** Loaded on demand: members do not need it. Not by Suspense, which would show it later than needed. */
function NoticeOnDemand() {
  const [Notice, setNotice] = useState<ComponentType>()
  useEffect(() => {
    void loadPart(() => import('./login-notice.tsx')).then(({ LoginNotice }) => setNotice(() => LoginNotice))
  }, [])
  return Notice ? <Notice /> : <Spinner label={texts.loading} isFullPage />
}
