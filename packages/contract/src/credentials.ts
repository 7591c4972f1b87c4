import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { RoleName, Uuid } from './vocabulary.ts'

export const AccountSummary = z
  .object({
    uuid: Uuid,
    name: z.string(),
    email: z.string(),
    /** The placeholder account of visitors who are not logged in. */
    default: z.boolean(),
    bundle: z.object({ name: z.string() }),
    features: z.array(z.string()),
    plan: z.string(),
    /** Whether the caller administrates it. */
    admin: z.boolean(),
  })
  .meta({ id: 'Account' })
export type AccountSummary = z.infer<typeof AccountSummary>

export const User = z
  .object({
    id: Uuid,
    name: z.string(),
    email: z.string(),
    role: RoleName,
    permissions: z.array(z.string()),
    account: AccountSummary,
    teams: z.array(z.object({ uuid: Uuid, name: z.string() })),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** The refresh token travels in an HttpOnly cookie and is not part of the body. */
export const AccessToken = z
  .object({
    token: z.string(),
    /** Milliseconds until the access token expires. */
    expiresInMs: z.int(),
  })
  .meta({ id: 'AccessToken' })

export const credentials = endpoints({
  login: {
    method: 'POST',
    path: '/api/v1/credentials/login',
    permission: 'public',
    summary: 'Log in with e-mail address and password',
    body: z.object({
      email: z.string().trim().min(1, 'Some parameters necessary for the request are missing.'),
      password: z.string().min(1, 'Some parameters necessary for the request are missing.').max(1024),
    }),
    responses: { 200: AccessToken },
  },
  refresh: {
    method: 'POST',
    path: '/api/v1/credentials/refresh',
    permission: 'public',
    summary: 'Exchange the refresh cookie for a new access token and a new cookie',
    responses: { 200: AccessToken },
  },
  logout: {
    method: 'POST',
    path: '/api/v1/credentials/logout',
    permission: 'public',
    summary: 'End the session of the access token or the refresh cookie',
    responses: { 200: z.object({}) },
  },
})

export const users = endpoints({
  me: {
    method: 'GET',
    path: '/api/v1/users/me',
    permission: 'member',
    summary: 'The caller, with account, role and teams',
    responses: { 200: User },
  },
})
