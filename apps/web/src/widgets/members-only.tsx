import type { ReactNode } from 'react'
import { useSession } from '../api/session.tsx'
import { texts } from '../messages/app.ts'
import { Spinner } from '../ui/spinner.tsx'
import { LoginNotice } from './login-notice.tsx'

/** Children are not rendered, and load no data, without a login. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const { state } = useSession()
  if (state.status === 'loading') return <Spinner label={texts.loading} isFullPage />
  return state.status === 'member' ? children : <LoginNotice />
}
