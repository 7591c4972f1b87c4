import { z } from 'zod'
import { AccessToken } from './access-tokens.ts'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { EpochMs, Uuid, Flag } from './vocabulary.ts'
import { named } from './named.ts'

/** The second factors of a member. */
export const MfaStatus = named('MfaStatus', {
  memberUuid: Uuid,
  app: z.boolean(),
  sms: z.boolean(),
  /** The last digits of the phone number; null without one. */
  phone: z.string().nullable(),
  /** Number of unused codes. */
  scratchCodes: z.int(),
  /** Number of passkeys, which are a complete login by themselves. */
  passkeys: z.int(),
  /** Whether the account requires a second factor. */
  required: z.boolean(),
})
export type MfaStatus = z.infer<typeof MfaStatus>

/** Normalized to E.164. */
const Phone = z
  .string()
  .transform((value) => value.replaceAll(/[\s()./-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'A phone number must start with + and the country code'))
  .meta({ pattern: String.raw`^\+[1-9]\d{6,14}$` })

/** Authorized by a login challenge or by a session. */
const challenge = z.string().min(1, messages.missingParameters).max(200).optional()

export const mfa = endpoints({
  scratchCodes: {
    method: 'GET',
    path: '/api/v1/mfa/scratch-codes',
    permission: 'session',
    summary: 'The number of recovery codes left; the codes themselves are shown only once',
    responses: { 200: z.object({ remaining: z.int(), createdAt: EpochMs.nullable() }) },
  },
  makeScratchCodes: {
    method: 'POST',
    path: '/api/v1/mfa/scratch-codes',
    permission: 'session',
    requiresRecentLogin: true,
    summary: 'Create ten single-use recovery codes; replaces the previous ones',
    errors: ['noFactor', 'tooBusy'],
    responses: { 200: z.object({ codes: z.array(z.string()) }) },
  },
  removeScratchCodes: {
    method: 'DELETE',
    path: '/api/v1/mfa/scratch-codes',
    permission: 'session',
    requiresRecentLogin: true,
    summary: 'Delete all recovery codes',
    responses: { 200: z.object({}) },
  },
  sendSms: {
    method: 'POST',
    path: '/api/v1/mfa/authenticate/sms',
    permission: 'public',
    repeatable: 'at most one code is sent in half a minute',
    summary: 'Send a code by text message: to a phone being set up, or for a login challenge',
    body: z.object({ phone: Phone.optional(), challenge }),
    errors: [
      'loginRequired',
      'loginTooOld',
      'challengeEnded',
      'alreadyActive',
      'noPhone',
      'smsUnavailable',
      'tooManyAttempts',
    ],
    responses: { 200: z.object({ phone: z.string(), expiresInMs: z.int() }) },
  },
  validate: {
    method: 'POST',
    path: '/api/v1/mfa/validate/{method}',
    permission: 'public',
    repeatable: 'a code works once',
    summary: 'Finish a login with a code of app, sms or scratch-codes; with isSetup, activate a new factor',
    query: z.object({ isSetup: Flag.default(false) }),
    body: z.object({ totp: z.string().min(1, messages.missingParameters).max(40), challenge }),
    errors: [
      'loginRequired',
      'loginTooOld',
      'challengeEnded',
      'memberInactive',
      'wrongCode',
      'tooManyAttempts',
      'tooBusy',
      'notFound',
    ],
    responses: { 200: z.union([AccessToken, MfaStatus]) },
  },
  appStatus: {
    method: 'GET',
    path: '/api/v1/mfa/app/status',
    permission: 'session',
    summary: 'Whether an authenticator app is active',
    responses: { 200: z.object({ active: z.boolean() }) },
  },
  initializeApp: {
    method: 'POST',
    path: '/api/v1/mfa/app/initialize',
    permission: 'public',
    repeatable: 'only the last key is valid',
    summary:
      'Create a key for an authenticator app; takes a session, or the challenge of a login that requires setup',
    body: z.object({ challenge }).optional(),
    errors: ['loginRequired', 'loginTooOld', 'challengeEnded', 'alreadyActive'],
    responses: {
      200: z.object({
        /** Base 32, for manual entry. */
        secret: z.string(),
        /** otpauth:// */
        url: z.string(),
        /** The otpauth URL as a QR code: a data URL of an SVG image. */
        qrCode: z.string(),
      }),
    },
  },
  deactivateApp: {
    method: 'POST',
    path: '/api/v1/mfa/app/deactivate',
    permission: 'session',
    repeatable: 'an inactive factor stays inactive',
    requiresRecentLogin: true,
    summary: 'Deactivate the authenticator app',
    responses: { 200: MfaStatus },
  },
  status: {
    method: 'GET',
    path: '/api/v1/accounts/me/members/{memberUuid}/properties/mfa',
    permission: 'member',
    summary: 'The second factors of a member; administrators can also read those of others',
    responses: { 200: MfaStatus },
  },
  change: {
    method: 'POST',
    path: '/api/v1/accounts/me/members/{memberUuid}/properties/mfa',
    permission: 'session',
    repeatable: 'an inactive factor stays inactive',
    requiresRecentLogin: true,
    summary: 'Remove the factors set to false; null removes all of them and the passkeys',
    body: z
      .object({ app: z.literal(false), sms: z.literal(false), passkeys: z.literal(false) })
      .partial()
      .strict()
      .nullable(),
    responses: { 200: MfaStatus },
  },
})
