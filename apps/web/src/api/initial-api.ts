import { accessTokens } from '@assay/contract/access-tokens.ts'
import { users } from '@assay/contract/users.ts'
import { metrics } from '@assay/contract/metrics.ts'
import { publicConfig } from '@assay/contract/public-config.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { loadProblemTexts } from '../messages/problems.ts'
import { basePath } from '../paths.ts'
import { accessToken } from './access-token.ts'

const authorization = () => {
  const token = accessToken.get()
  return token === null ? undefined : `Bearer ${token}`
}

const bare = createClient({ accessTokens }, { baseUrl: basePath })

/** 'refused' ends the session; an unreachable server does not, because a later call may succeed. */
type Refreshed = 'renewed' | 'refused' | 'unreachable'

const lossListeners = new Set<() => void>()

/** Calls back when the server rejects a refresh. Returns a function to unsubscribe. */
export function onAccessLost(listener: () => void): () => void {
  lossListeners.add(listener)
  return () => void lossListeners.delete(listener)
}

/**
 * Gets a new access token with the refresh cookie, unless another tab already has. One tab at a time, because each
 * cookie is valid once; without a secure context there are no locks.
 */
export function refreshAccess(known = accessToken.get()): Promise<Refreshed> {
  const refresh = async (): Promise<Refreshed> => {
    const current = accessToken.get()
    if (current !== known) return current === null ? 'refused' : 'renewed'
    return renew()
  }
  return 'locks' in navigator ? navigator.locks.request('assay.refresh', refresh) : refresh()
}

async function renew(): Promise<Refreshed> {
  try {
    accessToken.set((await bare.accessTokens.refresh()).token)
    return 'renewed'
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) return 'unreachable'
    accessToken.clear()
    for (const listener of lossListeners) listener()
    return 'refused'
  }
}

/** Renews an expired access token once and repeats the call. */
const renewing = async (input: string, init?: RequestInit): Promise<Response> => {
  const response = await fetch(input, init)
  if (response.status !== 401 || accessToken.get() === null || input.includes('/credentials/'))
    return response
  const headers = new Headers(init?.headers)
  // Another call may have renewed the token already.
  const used = headers.get('authorization')?.slice('Bearer '.length) ?? accessToken.get()
  if ((await refreshAccess(used)) !== 'renewed') return response
  const renewed = authorization() ?? ''
  // Another tab may have logged in as a different member: never repeat a request as somebody else.
  if (sessionIn(renewed) !== sessionIn(headers.get('authorization') ?? '')) return response
  headers.set('authorization', renewed)
  return fetch(input, { ...init, headers })
}

/** Access tokens start with account and session, which a refresh does not change: 32 bytes in base64, after the kind. */
const sessionIn = (text: string): string => text.slice(0, 'Bearer asys_'.length + 42)

/** Errors arrive once they can be shown in the page's language. */
const fetchWithTexts = async (input: string, init?: RequestInit): Promise<Response> => {
  const response = await renewing(input, init)
  if (!response.ok) await loadProblemTexts()
  return response
}

/** The transport of every call. */
export const connection = { baseUrl: basePath, authorization, fetch: fetchWithTexts }

/** The endpoints of the first view; the rest of the contract is loaded with the pages that need it. */
export const firstApi = createClient({ accessTokens, metrics, publicConfig, users }, connection)
