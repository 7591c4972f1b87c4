import { credentials } from '@assay/contract/credentials.ts'
import { users } from '@assay/contract/users.ts'
import { metrics } from '@assay/contract/metrics.ts'
import { publicConfig } from '@assay/contract/public-config.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { accessToken } from './access-token.ts'

const authorization = () => {
  const token = accessToken.get()
  return token === null ? undefined : `Bearer ${token}`
}

const bare = createClient({ credentials }, { baseUrl: '' })

/** 'refused' ends the session; an unreachable server does not: the next call may find it again. */
type Refreshed = 'renewed' | 'refused' | 'unreachable'

const lossListeners = new Set<() => void>()

/** Calls back when the server refuses to renew the access; returns how to stop that. */
export function onAccessLost(listener: () => void): () => void {
  lossListeners.add(listener)
  return () => void lossListeners.delete(listener)
}

/**
 * Gets a new access token by the refresh cookie, unless there is another one than `known` by now. One tab at a time: each
 * cookie is good for one use.
 */
export const refreshAccess = (known = accessToken.get()): Promise<Refreshed> =>
  navigator.locks.request('assay.refresh', async () => {
    const current = accessToken.get()
    if (current !== known) return current === null ? 'refused' : 'renewed'
    return renew()
  })

async function renew(): Promise<Refreshed> {
  try {
    accessToken.set((await bare.credentials.refresh()).token)
    return 'renewed'
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) return 'unreachable'
    accessToken.clear()
    for (const listener of lossListeners) listener()
    return 'refused'
  }
}

/** An expired access token is renewed once, and the call made again. */
const renewing = async (input: string, init?: RequestInit): Promise<Response> => {
  const response = await fetch(input, init)
  if (response.status !== 401 || accessToken.get() === null || input.includes('/credentials/'))
    return response
  const headers = new Headers(init?.headers)
  // A renewal may have overtaken the call: then there is a newer token already.
  const used = headers.get('authorization')?.slice('Bearer '.length) ?? accessToken.get()
  if ((await refreshAccess(used)) !== 'renewed') return response
  const renewed = authorization() ?? ''
  // Another tab may have logged in as somebody else: nothing is sent again in another member's name.
  if (sessionIn(renewed) !== sessionIn(headers.get('authorization') ?? '')) return response
  headers.set('authorization', renewed)
  return fetch(input, { ...init, headers })
}

/** Access tokens begin with account and session, which a refresh leaves alone: 32 bytes in base64, after the kind. */
const sessionIn = (text: string): string => text.slice(0, 'Bearer asys_'.length + 42)

/** How every call is made. */
export const connection = { baseUrl: '', authorization, fetch: renewing }

/** What the first view calls; the rest of the contract comes with the pages that need it. */
export const firstApi = createClient({ credentials, metrics, publicConfig, users }, connection)
