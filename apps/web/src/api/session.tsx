import type { AccessToken, LoginChallenge, User } from '@assay/contract/credentials.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { paths } from '../paths.ts'
import { texts } from '../texts.ts'
import { showAlert } from '../ui/alerts.tsx'
import { accessToken } from './access-token.ts'
import { api, onAccessLost, refreshAccess } from './client.ts'
import { queryClient } from './query.ts'

const refreshEveryMs = 300_000
/** The dialog of the authentication service opens, and its logout is called, this long after. */
const authenticationDelayMs = 500

type State = { status: 'loading' } | { status: 'anonymous' } | { status: 'member'; user: User }

interface Session {
  state: State
  isLoginOpen: boolean
  openLogin: () => void
  closeLogin: () => void
  /** Goes on as whom a login, a registration or a mailed link says. */
  enter: (answer: AccessToken | LoginChallenge) => Promise<void>
  logOut: () => void
  /** Asks anew who one is: the account or its features have changed. */
  reload: () => Promise<void>
}

const Context = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider around it')
  return session
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ status: 'loading' })
  const [isLoginOpen, setLoginOpen] = useState(false)
  const openLogin = useCallback(() => void setTimeout(() => setLoginOpen(true), authenticationDelayMs), [])

  const load = useCallback(async () => {
    const user = await api.users.me()
    setState({ status: 'member', user })
    setLoginOpen(false)
  }, [])

  useEffect(() => {
    const authenticate = async () => {
      if (accessToken.get() === null && (await refreshAccess()) !== 'renewed') throw new Error('No session')
      await load()
    }
    authenticate().catch(() => {
      setState({ status: 'anonymous' })
      // A mailed link is the login there.
      if (location.pathname !== paths.password) openLogin()
    })
  }, [load, openLogin])

  const leave = useCallback(() => {
    setState({ status: 'anonymous' })
    // The next member may be another one.
    queryClient.clear()
  }, [])

  const isMember = state.status === 'member'
  useEffect(() => {
    if (!isMember) return undefined
    const timer = setInterval(() => void refreshAccess(), refreshEveryMs)
    const forget = onAccessLost(() => {
      leave()
      openLogin()
    })
    return () => {
      clearInterval(timer)
      forget()
    }
  }, [isMember, leave, openLogin])

  const session = useMemo<Session>(
    () => ({
      ...{ state, isLoginOpen, openLogin, reload: load },
      closeLogin: () => setLoginOpen(false),
      async enter(answer) {
        accessToken.set(tokenOf(answer))
        queryClient.clear()
        await load()
      },
      logOut() {
        leave()
        accessToken.clear()
        // The cookie names the session.
        const end = async () => {
          const { logoutUrl } = await api.credentials.logout()
          // Who came by a provider of single sign-on leaves there, too, or the next login would ask for nothing.
          if (logoutUrl !== null) globalThis.location.assign(logoutUrl)
        }
        setTimeout(() => void end().catch(() => showAlert(texts.login.logoutFailed)), authenticationDelayMs)
      },
    }),
    [state, isLoginOpen, openLogin, load, leave],
  )
  return <Context value={session}>{children}</Context>
}
