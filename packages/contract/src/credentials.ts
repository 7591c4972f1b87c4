import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { Email, EpochMs, RoleName, Uuid } from './vocabulary.ts'

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
export type AccessToken = z.infer<typeof AccessToken>

/** What turns a login's challenge into a session. */
export const MfaMethod = z.enum(['app', 'sms', 'scratch-codes'])
export type MfaMethod = z.infer<typeof MfaMethod>

/** The password was right; a second factor is asked for. */
export const LoginChallenge = z
  .object({
    challenge: z.string(),
    expiresInMs: z.int(),
    /** What the member can answer with. */
    methods: z.array(MfaMethod),
    /** The account demands a second factor and the member has none: it is set up by this challenge. */
    mustSetUp: z.boolean(),
  })
  .meta({ id: 'LoginChallenge' })
export type LoginChallenge = z.infer<typeof LoginChallenge>

/** Length is what counts; which ones are too well known, the server says. */
export const NewPassword = z
  .string()
  .min(12, 'A password has at least 12 characters')
  .max(1024, 'A password has at most 1024 characters')

export const Session = z
  .object({
    uuid: Uuid,
    createdAt: EpochMs,
    lastUsedAt: EpochMs,
    expiresAt: EpochMs,
    /** Where it was opened from. */
    address: z.string(),
    /** The browser, in its own words. */
    agent: z.string(),
    /** Whether the request came by it. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

export const credentials = endpoints({
  login: {
    method: 'POST',
    path: '/api/v1/credentials/login',
    permission: 'public',
    summary: 'Log in with e-mail address and password',
    body: z.object({
      email: z.string().trim().min(1, messages.missingParameters),
      password: z.string().min(1, messages.missingParameters).max(1024),
    }),
    responses: { 200: AccessToken, 202: LoginChallenge },
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
    responses: {
      // Where to send the browser for the end of its session at the provider, when it came by one.
      200: z.object({ logoutUrl: z.string().nullable() }),
    },
  },
  register: {
    method: 'POST',
    path: '/api/v1/credentials/register',
    permission: 'public',
    summary:
      'Ask for an account of your own, where the operator allows it; a link is mailed, and the answer is the same for addresses that are known',
    body: z.object({
      email: Email,
      password: NewPassword,
      name: z
        .string()
        .trim()
        .max(200)
        .optional()
        .describe('Without it, the part of the address before the @ sign'),
    }),
    responses: { 200: z.object({}) },
  },
  verify: {
    method: 'POST',
    path: '/api/v1/credentials/verify',
    permission: 'public',
    summary: 'Open the account that was asked for, by the mailed link and the password chosen with it',
    body: z.object({
      token: z.string().min(1).max(200),
      password: z.string().min(1, messages.missingParameters).max(1024),
    }),
    responses: { 200: AccessToken },
  },
  forget: {
    method: 'POST',
    path: '/api/v1/credentials/forget',
    permission: 'public',
    summary: 'Mail a link to choose a new password; the answer is the same for unknown addresses',
    query: z.object({ email: Email }),
    responses: { 200: z.object({}) },
  },
  reset: {
    method: 'POST',
    path: '/api/v1/credentials/reset',
    permission: 'public',
    summary: 'Choose a password by a mailed link, of an invitation or for a forgotten one',
    body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
    responses: { 200: AccessToken, 202: LoginChallenge },
  },
  change: {
    method: 'POST',
    path: '/api/v1/credentials/change',
    permission: 'session',
    summary: "Change the own password; the caller's other sessions end",
    body: z.object({ password: z.string().min(1).max(1024), newPassword: NewPassword }),
    responses: { 200: z.object({}) },
  },
})

export const sessions = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/users/me/sessions',
    permission: 'session',
    summary: 'Where the caller is logged in, the one used last first',
    responses: { 200: z.array(Session) },
  },
  revoke: {
    method: 'DELETE',
    path: '/api/v1/users/me/sessions/{sessionUuid}',
    permission: 'session',
    summary: 'End one of the own sessions at once',
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
