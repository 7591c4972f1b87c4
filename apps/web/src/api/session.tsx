import type { AccessToken } from '@assay/contract/access-tokens.ts'
import type { LoginChallenge } from '@assay/contract/credentials.ts'
import type { User } from '@assay/contract/users.ts'
import {
  createContext,
  Fragment,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { followLanguage, pageLanguage } from '../language/choice.ts'
import { currentPath, paths } from '../paths.ts'
import { texts } from '../messages/app.ts'
import { showAlert } from '../ui/alerts.tsx'
import { accessToken } from './access-token.ts'
import { firstApi, onAccessLost, refreshAccess } from './initial-api.ts'
import { authenticationDelayMs, type LoginMethod, initialLoginError, useLoginSteps } from './login-steps.ts'
import { isOutage, onRecovery, reportOutage } from './outage.ts'
import { queryClient } from './query.ts'

const refreshEveryMs = 300_000

export type SessionState = { status: 'loading' } | { status: 'anonymous' } | { status: 'member'; user: User }

interface Session extends Omit<LoginMethod, 'askMore'> {
  state: SessionState
  /** Continues as the member of a login, registration or emailed link, or asks for the second factor. */
  logIn: (response: AccessToken | LoginChallenge) => Promise<void>
  logOut: () => void
  /** Reloads the user after the account or its features have changed. */
  reload: () => Promise<void>
}

/** Emailed links log in by themselves or need no login; the docs are public. */
const asksForNoLogin = (path: string) =>
  [paths.password, paths.verify, paths.unsubscribe].some((each) => each === path) ||
  path.startsWith(paths.docs)

const Context = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider around it')
  return session
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { steps, actions } = useLoginSteps()
  const { openLogin, closeLogin, dropChallenge } = actions
  const { state, visit, setState, begin, load } = useMember(closeLogin)

  useInitialUser(load, () => {
    setState({ status: 'anonymous' })
    if (!asksForNoLogin(currentPath())) openLogin()
  })

  // The server ended the session. The page stays below the login dialog until that is closed.
  const isLost = useRef(false)
  const leave = useCallback(() => {
    isLost.current = false
    begin()
    setState({ status: 'anonymous' })
    // The next member may be a different one.
    queryClient.clear()
  }, [begin, setState])
  useOtherTabs(load, leave)

  const noteLoss = useCallback(
    (isNow: boolean) => {
      isLost.current = isNow
      if (isNow) dropChallenge(texts.login.lost)
    },
    [dropChallenge],
  )
  useRenewal(state.status === 'member', noteLoss)

  const session = useMemo<Session>(
    () => ({
      state,
      ...steps,
      ...actions,
      closeLogin() {
        actions.closeLogin()
        if (isLost.current) leave()
      },
      reload: load,
      async logIn(answer) {
        if (!('token' in answer)) return actions.askMore(answer)
        begin()
        accessToken.set(answer.token)
        if (!isLost.current) queryClient.clear()
        await load()
        if (isLost.current) void queryClient.invalidateQueries()
        isLost.current = false
      },
      logOut() {
        leave()
        accessToken.clear()
        // The cookie identifies the session.
        const end = async () => {
          const { logoutUrl } = await firstApi.accessTokens.logout()
          // Also logs out at a single sign-on provider, or the next login would need no credentials.
          if (logoutUrl !== null) globalThis.location.assign(logoutUrl)
        }
        setTimeout(() => void end().catch(() => showAlert(texts.login.logoutFailed)), authenticationDelayMs)
      },
    }),
    [state, steps, actions, begin, load, leave],
  )
  return (
    <Context value={session}>
      {/* Clears all data and input, so that nothing is left for another member. */}
      <Fragment key={visit}>{children}</Fragment>
    </Context>
  )
}

/** Renews the access token, and asks for a login if the server rejects that. */
function useRenewal(isMember: boolean, onLoss: (isLost: boolean) => void): void {
  useEffect(() => {
    if (!isMember) return undefined
    onLoss(false)
    const timer = setInterval(() => void refreshAccess(), refreshEveryMs)
    const forget = onAccessLost(() => onLoss(true))
    return () => {
      clearInterval(timer)
      forget()
    }
  }, [isMember, onLoss])
}

/** The current user; `visit` changes with a different member. */
function useMember(onLoaded: () => void) {
  const [state, setState] = useState<SessionState>({ status: 'loading' })
  const [visit, setVisit] = useState(0)
  // Incremented by each login and logout, to discard outdated responses.
  const logins = useRef(0)
  const last = useRef<string | null>(null)
  const begin = useCallback(() => void logins.current++, [])
  const load = useCallback(async () => {
    const login = logins.current
    const user = await firstApi.users.me()
    if (login !== logins.current) return
    if (last.current !== null && last.current !== user.id) {
      queryClient.clear()
      setVisit((visit) => visit + 1)
    }
    last.current = user.id
    followLanguage(user.language ?? pageLanguage.get())
    startTransition(() => setState({ status: 'member', user }))
    onLoaded()
  }, [onLoaded])
  return { state, visit, setState, begin, load }
}

/** Follows logins and logouts in other tabs. */
function useOtherTabs(load: () => Promise<void>, leave: () => void): void {
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== accessToken.key) return
      if (newValue === null) leave()
      else void load().catch(() => undefined)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [leave, load])
}

/** Loads the current user. During an outage it is unknown, and loaded again afterwards. */
function useInitialUser(load: () => Promise<void>, showLogin: () => void): void {
  const showLoginNow = useEffectEvent(showLogin)
  useEffect(() => {
    let isKnown = false
    const authenticate = async () => {
      const renewed = accessToken.get() === null ? await refreshAccess() : 'renewed'
      // Without an access token, nobody was logged in.
      if (renewed === 'unreachable') {
        showLoginNow()
        return reportOutage()
      }
      if (renewed === 'renewed') await load()
      else showLoginNow()
      isKnown = true
      const loginError = await initialLoginError
      if (renewed === 'renewed' && loginError !== null) showAlert(loginError)
    }
    const begin = () =>
      void authenticate().catch((error: unknown) => {
        if (isOutage(error)) return reportOutage()
        isKnown = true
        showLoginNow()
      })
    begin()
    return onRecovery(() => isKnown || begin())
  }, [load])
}
