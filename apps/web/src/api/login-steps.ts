import type { LoginChallenge } from '@assay/contract/credentials.ts'
import { useEffect, useMemo, useState } from 'react'
import { loadPart } from './outage.ts'

/** Delay before the authentication service's dialog opens or its logout is called. */
export const authenticationDelayMs = 500

/** The account of a followed login link '/?sso=<uuid>', whose providers are offered. */
export const initialAccount = parameterOf(location, 'sso')

/** A failed provider login redirects to /?login=<errorType>. */
export const initialLoginError = loginErrorIn(location)

async function loginErrorIn(address: Location): Promise<string | null> {
  const errorType = parameterOf(address, 'login')
  if (errorType === null) return null
  const { loginErrorMessage } = await loadPart(() => import('../messages/login-errors.ts'))
  return loginErrorMessage(errorType)
}

function parameterOf({ pathname, search }: Location, name: string): string | null {
  return pathname === '/' ? new URLSearchParams(search).get(name) : null
}

/** The current step of the login. */
interface LoginSteps {
  isLoginOpen: boolean
  /** The password was correct; the dialog asks for the second factor. */
  challenge: LoginChallenge | null
  /** Why a login with a provider or second factor failed. */
  loginError: string | null
}

const outside: LoginSteps = { isLoginOpen: false, challenge: null, loginError: null }

export function useLoginSteps() {
  const [steps, setSteps] = useState(outside)
  useEffect(
    () =>
      void initialLoginError.then(
        (loginError) => loginError && setSteps((steps) => ({ ...steps, loginError })),
      ),
    [],
  )
  const actions = useMemo(
    () => ({
      openLogin: () =>
        void setTimeout(() => setSteps((steps) => ({ ...steps, isLoginOpen: true })), authenticationDelayMs),
      closeLogin: () => setSteps(outside),
      /** On to the second factor. */
      askMore: (challenge: LoginChallenge) => setSteps({ isLoginOpen: true, challenge, loginError: null }),
      /** Returns to the first step, with the reason. */
      dropChallenge: (reason?: string) =>
        setSteps({ isLoginOpen: true, challenge: null, loginError: reason ?? null }),
    }),
    [],
  )
  return { steps, actions }
}

export type LoginMethod = LoginSteps & ReturnType<typeof useLoginSteps>['actions']
