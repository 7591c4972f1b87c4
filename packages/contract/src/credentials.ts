import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { Email } from './vocabulary.ts'

/** The refresh token travels in an HttpOnly cookie and is not part of the body. */
export const AccessToken = z
  .object({
    token: z.string(),
    /** Milliseconds until the access token expires. */
    expiresInMs: z.int(),
  })
  .meta({ id: 'AccessToken' })
export type AccessToken = z.infer<typeof AccessToken>

/** Second factors that a member sets up. */
export const factorTypes = ['app', 'sms'] as const
export type FactorType = (typeof factorTypes)[number]

/** What turns a login's challenge into a session. */
export const MfaMethod = z.enum([...factorTypes, 'scratch-codes'])
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

export const credentials = endpoints({
  login: {
    method: 'POST',
    path: '/api/v1/credentials/login',
    permission: 'public',
    repeatable: 'each login is a session of its own, which ends unused',
    summary: 'Log in with email address and password',
    body: z.object({
      email: z.string().trim().min(1, messages.missingParameters).max(1000),
      password: z.string().min(1, messages.missingParameters).max(1024),
    }),
    errors: ['wrongCredentials', 'memberInactive', 'tooManyAttempts', 'tooBusy'],
    responses: { 200: AccessToken, 202: LoginChallenge },
  },
  refresh: {
    method: 'POST',
    path: '/api/v1/credentials/refresh',
    permission: 'public',
    repeatable: 'within seconds it gives the same tokens',
    // The session goes on: it has its event from when it was opened.
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
      // Where to send the browser for the end of its session at the provider, when it came by one.
      200: z.object({ logoutUrl: z.string().nullable() }),
    },
  },
  register: {
    method: 'POST',
    path: '/api/v1/credentials/register',
    permission: 'public',
    repeatable: 'the answer is always the same, and the last link counts',
    // There is no account yet that could have the event; opening it leaves one.
    audited: false,
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
    errors: ['registrationClosed', 'passwordKnown', 'tooManyEmails', 'tooBusy'],
    responses: { 200: z.object({}) },
  },
  verify: {
    method: 'POST',
    path: '/api/v1/credentials/verify',
    permission: 'public',
    repeatable: 'the link works once',
    summary: 'Complete a registration with the emailed link and the chosen password',
    body: z.object({
      token: z.string().min(1).max(200),
      password: z.string().min(1, messages.missingParameters).max(1024),
    }),
    errors: ['linkEnded', 'wrongCredentials', 'tooManyAttempts', 'tooBusy'],
    responses: { 200: AccessToken },
  },
  forget: {
    method: 'POST',
    path: '/api/v1/credentials/forget',
    permission: 'public',
    repeatable: 'the last link counts',
    summary: 'Send a password reset link; unknown addresses get the same response',
    query: z.object({ email: Email }),
    errors: ['tooManyEmails'],
    responses: { 200: z.object({}) },
  },
  reset: {
    method: 'POST',
    path: '/api/v1/credentials/reset',
    permission: 'public',
    repeatable: 'the link works once',
    summary: 'Set a password with the link of an invitation or a reset',
    body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
    errors: ['linkEnded', 'passwordKnown', 'memberInactive', 'tooBusy'],
    responses: { 200: AccessToken, 202: LoginChallenge },
  },
  change: {
    method: 'POST',
    path: '/api/v1/credentials/change',
    permission: 'session',
    repeatable: 'the old password is right once',
    summary: "Change the caller's password and end the caller's other sessions",
    body: z.object({ password: z.string().min(1).max(1024), newPassword: NewPassword }),
    errors: ['wrongCredentials', 'passwordKnown', 'tooManyAttempts', 'tooBusy'],
    responses: { 200: z.object({}) },
  },
})
