import type { User } from '@assay/contract/credentials.ts'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { accessToken } from './access-token.ts'
import { api, refreshAccess } from './client.ts'
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
  logIn: (email: string, password: string) => Promise<void>
  logOut: () => void
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
      if (accessToken.get() === null && !(await refreshAccess())) throw new Error('No session')
      await load()
    }
    authenticate().catch(() => {
      setState({ status: 'anonymous' })
      openLogin()
    })
  }, [load, openLogin])

  const isMember = state.status === 'member'
  useEffect(() => {
    if (!isMember) return undefined
    const timer = setInterval(() => {
      void refreshAccess().then((isValid) => isValid || setState({ status: 'anonymous' }))
    }, refreshEveryMs)
    return () => clearInterval(timer)
  }, [isMember])

  const session = useMemo<Session>(
    () => ({
      ...{ state, isLoginOpen, openLogin },
      closeLogin: () => setLoginOpen(false),
      async logIn(email, password) {
        const { token } = await api.credentials.login({ body: { email, password } })
        accessToken.set(token)
        await load()
      },
      logOut() {
        setState({ status: 'anonymous' })
        queryClient.clear()
        setTimeout(() => {
          void api.credentials.logout().finally(() => accessToken.clear())
        }, authenticationDelayMs)
      },
    }),
    [state, isLoginOpen, openLogin, load],
  )
  return <Context value={session}>{children}</Context>
}
