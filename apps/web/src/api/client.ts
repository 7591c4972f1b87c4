import { createAssayClient } from '@assay/sdk/client.ts'
import { accessToken } from './access-token.ts'

const authorization = () => {
  const token = accessToken.get()
  return token === null ? undefined : `Bearer ${token}`
}

const bare = createAssayClient({ baseUrl: '' })

/** Gets a new access token by the refresh cookie; false when there is no valid one. One tab at a time. */
export const refreshAccess = (): Promise<boolean> => {
  const before = accessToken.get()
  return navigator.locks.request('assay.refresh', async () => {
    if (accessToken.get() !== before) return accessToken.get() !== null
    try {
      accessToken.set((await bare.credentials.refresh()).token)
      return true
    } catch {
      // Expired, revoked or unreachable: in each case there is no access, and the page asks for a login.
      accessToken.clear()
      return false
    }
  })
}

/** An expired access token is renewed once, and the call made again. */
const renewing = async (input: string, init?: RequestInit): Promise<Response> => {
  const response = await fetch(input, init)
  if (response.status !== 401 || accessToken.get() === null || input.includes('/credentials/'))
    return response
  if (!(await refreshAccess())) return response
  const headers = new Headers(init?.headers)
  headers.set('authorization', authorization() ?? '')
  return fetch(input, { ...init, headers })
}

/** The whole API, typed. */
export const api = createAssayClient({ baseUrl: '', authorization, fetch: renewing })
