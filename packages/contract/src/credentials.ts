import { z } from 'zod'
import { AccessToken, accessTokens } from './access-tokens.ts'
import { optionalNameOf } from './name.ts'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { Email } from './vocabulary.ts'
import { named } from './named.ts'

/** Second factors that a member can set up. */
export const factorTypes = ['app', 'sms'] as const
export type FactorType = (typeof factorTypes)[number]

/** Exchanged for a session once the second factor is verified. */
export const MfaMethod = z.enum([...factorTypes, 'scratch-codes'])
export type MfaMethod = z.infer<typeof MfaMethod>

/** The password was correct; a second factor is required. */
export const LoginChallenge = named('LoginChallenge', {
  challenge: z.string(),
  expiresInMs: z.int(),
  /** The member's second factors. */
  methods: z.array(MfaMethod),
  /** The account requires a second factor and the member has none: this challenge allows setting one up. */
  mustSetUp: z.boolean(),
})
export type LoginChallenge = z.infer<typeof LoginChallenge>

/** Only the length is checked here; the server rejects common passwords. */
export const NewPassword = z
  .string()
  .min(12, 'A password must have at least 12 characters')
  .max(1024, 'A password must have at most 1024 characters')

const { login, ...others } = endpoints({
  login: {
    method: 'POST',
    path: '/api/v1/credentials/login',
    permission: 'public',
    repeatable: 'each login creates a new session, which expires if unused',
    summary: 'Log in with email address and password, or as in an LDAP directory',
    body: z.object({
      email: z
        .string()
        .trim()
        .min(1, messages.missingParameters)
        .max(1000)
        .describe('Or a user name in the directory'),
      password: z.string().min(1, messages.missingParameters).max(1024),
      account: z
        .uuid()
        .optional()
        .describe("The account whose directory is asked; defaults to the installation's"),
    }),
    errors: [
      ...(['wrongCredentials', 'memberInactive', 'tooManyAttempts', 'tooBusy'] as const),
      ...(['notInvited', 'severalInvitations', 'emailUnverified', 'providerUnreachable'] as const),
    ],
    responses: { 200: AccessToken, 202: LoginChallenge },
  },
  register: {
    method: 'POST',
    path: '/api/v1/credentials/register',
    permission: 'public',
    repeatable: 'the response is always the same, and only the last link is valid',
    // No account exists yet that could have the event; completing the registration records one.
    audited: false,
    summary:
      'Request a new account, if the operator allows it. A link is emailed; the response does not reveal whether the address is known',
    body: z.object({
      email: Email,
      password: NewPassword,
      name: optionalNameOf(200).optional().describe('Defaults to the part of the address before the @ sign'),
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
    repeatable: 'only the last link is valid',
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
    summary: 'Set a password using an invitation or reset link',
    body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
    errors: ['linkEnded', 'passwordKnown', 'memberInactive', 'tooBusy'],
    responses: { 200: AccessToken, 202: LoginChallenge },
  },
  change: {
    method: 'POST',
    path: '/api/v1/credentials/change',
    permission: 'session',
    repeatable: 'the old password matches only once',
    summary: "Change the caller's password and end the caller's other sessions",
    body: z.object({ password: z.string().min(1).max(1024), newPassword: NewPassword }),
    errors: ['wrongCredentials', 'passwordKnown', 'tooManyAttempts', 'tooBusy'],
    responses: { 200: z.object({}) },
  },
})

export const credentials = { login, ...accessTokens, ...others }
