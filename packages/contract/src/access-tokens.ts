import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { named } from './named.ts'

/** The refresh token is sent in an HttpOnly cookie and is not part of the body. */
export const AccessToken = named('AccessToken', {
  token: z.string(),
  /** Milliseconds until the access token expires. */
  expiresInMs: z.int(),
})
export type AccessToken = z.infer<typeof AccessToken>

/** The calls that keep or end a session; every page needs them, those that begin one only the login does. */
export const accessTokens = endpoints({
  refresh: {
    method: 'POST',
    path: '/api/v1/credentials/refresh',
    permission: 'public',
    repeatable: 'repeated within seconds, it returns the same tokens',
    // No event: the session continues, and its start was recorded.
    audited: false,
    summary: 'Exchange the refresh cookie for a new access token and a new cookie',
    errors: ['loginRequired'],
    responses: { 200: AccessToken },
  },
  logout: {
    method: 'POST',
    path: '/api/v1/credentials/logout',
    permission: 'public',
    repeatable: 'an ended session stays ended',
    summary: 'Log out: end the session of the access token or the refresh cookie',
    responses: {
      // Where to redirect the browser to end its session at the identity provider, if it logged in there.
      200: z.object({ logoutUrl: z.string().nullable() }),
    },
  },
})
