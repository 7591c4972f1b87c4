import type { AccessToken, LoginChallenge, User } from '@assay/contract/credentials.ts'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { paths } from '../paths.ts'
import { texts } from '../texts.ts'
import { showAlert } from '../ui/alerts.tsx'
import { accessToken } from './access-token.ts'
import { firstApi, onAccessLost, refreshAccess } from './first-api.ts'
import { authenticationDelayMs, type LoginWay, refusalOnArrival, useLoginSteps } from './login-steps.ts'
import { queryClient } from './query.ts'

const refreshEveryMs = 300_000

type State = { status: 'loading' } | { status: 'anonymous' } | { status: 'member'; user: User }

interface Session extends Omit<LoginWay, 'askMore'> {
  state: State
  /** Goes on as whom a login, a registration or a mailed link says, or asks for the second factor. */
  enter: (answer: AccessToken | LoginChallenge) => Promise<void>
  logOut: () => void
  /** Asks anew who one is: the account or its features have changed. */
  reload: () => Promise<void>
}

/** Which is a login of its own. */
const isMailedLink = (path: string) => path === paths.password || path === paths.verify

const Context = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider around it')
  return session
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ status: 'loading' })
  const { steps, acts } = useLoginSteps()
  const { openLogin, closeLogin } = acts

  const load = useCallback(async () => {
    const user = await firstApi.users.me()
    setState({ status: 'member', user })
    closeLogin()
  }, [closeLogin])

  useEffect(() => {
    const authenticate = async () => {
      if (accessToken.get() === null && (await refreshAccess()) !== 'renewed') throw new Error('No session')
      await load()
      if (refusalOnArrival !== null) showAlert(refusalOnArrival)
    }
    authenticate().catch(() => {
      setState({ status: 'anonymous' })
      if (!isMailedLink(location.pathname)) openLogin()
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
      ...{ state, ...steps, ...acts, reload: load },
      async enter(answer) {
        if (!('token' in answer)) return acts.askMore(answer)
        accessToken.set(answer.token)
        queryClient.clear()
        await load()
      },
      logOut() {
        leave()
        accessToken.clear()
        // The cookie names the session.
        const end = async () => {
          const { logoutUrl } = await firstApi.credentials.logout()
          // Who came by a provider of single sign-on leaves there, too, or the next login would ask for nothing.
          if (logoutUrl !== null) globalThis.location.assign(logoutUrl)
        }
        setTimeout(() => void end().catch(() => showAlert(texts.login.logoutFailed)), authenticationDelayMs)
      },
    }),
    [state, steps, acts, load, leave],
  )
  return <Context value={session}>{children}</Context>
}
