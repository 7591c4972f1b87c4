import type { LoginChallenge } from '@assay/contract/credentials.ts'
import { useEffect, useMemo, useState } from 'react'
import { loadPart } from './outage.ts'

/** Delay before the authentication service's dialog opens or its logout is called. */
export const authenticationDelayMs = 500

/** The account of a followed login link '/?sso=<uuid>', whose providers are offered. */
export const accountOnArrival = parameterOf(location, 'sso')

/** A failed provider login redirects to /?login=<errorType>. */
export const refusalOnArrival = refusalIn(location)

async function refusalIn(address: Location): Promise<string | null> {
  const errorType = parameterOf(address, 'login')
  if (errorType === null) return null
  const { refusedLogin } = await loadPart(() => import('../messages/login-refusals.ts'))
  return refusedLogin(errorType)
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
  refusal: string | null
}

const outside: LoginSteps = { isLoginOpen: false, challenge: null, refusal: null }

export function useLoginSteps() {
  const [steps, setSteps] = useState(outside)
  useEffect(
    () => void refusalOnArrival.then((refusal) => refusal && setSteps((steps) => ({ ...steps, refusal }))),
    [],
  )
  const actions = useMemo(
    () => ({
      openLogin: () =>
        void setTimeout(() => setSteps((steps) => ({ ...steps, isLoginOpen: true })), authenticationDelayMs),
      closeLogin: () => setSteps(outside),
      /** On to the second factor. */
      askMore: (challenge: LoginChallenge) => setSteps({ isLoginOpen: true, challenge, refusal: null }),
      /** Returns to the first step, with the reason. */
      dropChallenge: (reason?: string) =>
        setSteps({ isLoginOpen: true, challenge: null, refusal: reason ?? null }),
    }),
    [],
  )
  return { steps, actions }
}

export type LoginMethod = LoginSteps & ReturnType<typeof useLoginSteps>['actions']
