import type { LoginChallenge } from '@assay/contract/credentials.ts'
import { useEffect, useMemo, useState } from 'react'
import { loadPart } from './outage.ts'

/** The dialog of the authentication service opens, and its logout is called, this long after. */
export const authenticationDelayMs = 500

/** The account whose link '/?sso=<uuid>' was followed: its own providers are offered. */
export const accountOnArrival = parameterOf(location, 'sso')

/** A login at a provider that came to nothing leads to /?login=<errorType>, which the router goes on from. */
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

/** Where somebody stands on the way in. */
interface LoginSteps {
  isLoginOpen: boolean
  /** The password was right, and the login dialog asks for what else is needed. */
  challenge: LoginChallenge | null
  /** Why a login at a provider, or one that asked for more, came to nothing. */
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
      /** Back to the login's first step, which says why. */
      dropChallenge: (reason?: string) =>
        setSteps({ isLoginOpen: true, challenge: null, refusal: reason ?? null }),
    }),
    [],
  )
  return { steps, actions }
}

export type LoginMethod = LoginSteps & ReturnType<typeof useLoginSteps>['actions']
