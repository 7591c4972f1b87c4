import { z } from 'zod'
import { AccessToken } from './credentials.ts'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { EpochMs, Uuid } from './vocabulary.ts'

/** Which second factors a member has. */
export const MfaStatus = z
  .object({
    memberUuid: Uuid,
    app: z.boolean(),
    sms: z.boolean(),
    /** The end of the number that codes are sent to; null without one. */
    phone: z.string().nullable(),
    /** How many are left. */
    scratchCodes: z.int(),
    /** How many there are; they are logins of their own. */
    passkeys: z.int(),
    /** Whether the account asks every member for a second factor. */
    required: z.boolean(),
  })
  .meta({ id: 'MfaStatus' })
export type MfaStatus = z.infer<typeof MfaStatus>

/** E.164, however it was typed. */
const Phone = z
  .string()
  .transform((value) => value.replaceAll(/[\s()./-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'A phone number starts with + and the country'))

/** By the challenge of a login, or by a session. */
const challenge = z.string().min(1, messages.missingParameters).max(200).optional()

export const mfa = endpoints({
  scratchCodes: {
    method: 'GET',
    path: '/api/v1/mfa/scratch-codes',
    permission: 'session',
    summary: 'How many scratch codes are left; the codes themselves are shown once only',
    responses: { 200: z.object({ remaining: z.int(), createdAt: EpochMs.nullable() }) },
  },
  makeScratchCodes: {
    method: 'POST',
    path: '/api/v1/mfa/scratch-codes',
    permission: 'session',
    needsFreshLogin: true,
    summary: 'Ten new scratch codes, each for one login; those of before end',
    responses: { 200: z.object({ codes: z.array(z.string()) }) },
  },
  removeScratchCodes: {
    method: 'DELETE',
    path: '/api/v1/mfa/scratch-codes',
    permission: 'session',
    needsFreshLogin: true,
    summary: 'End all scratch codes',
    responses: { 200: z.object({}) },
  },
  sendSms: {
    method: 'POST',
    path: '/api/v1/mfa/authenticate/sms',
    permission: 'public',
    summary: 'Send a code: to the phone to be set up, or to the one that was, by the challenge of a login',
    body: z.object({ phone: Phone.optional(), challenge }),
    responses: { 200: z.object({ phone: z.string(), expiresInMs: z.int() }) },
  },
  validate: {
    method: 'POST',
    path: '/api/v1/mfa/validate/{method}',
    permission: 'public',
    summary:
      'Finish a login with a code of app, sms or scratch-codes; with isSetup, put a new factor into use',
    query: z.object({ isSetup: z.stringbool().default(false) }),
    body: z.object({ totp: z.string().min(1, messages.missingParameters).max(40), challenge }),
    responses: { 200: z.union([AccessToken, MfaStatus]) },
  },
  appStatus: {
    method: 'GET',
    path: '/api/v1/mfa/app/status',
    permission: 'session',
    summary: 'Whether an authenticator app is in use',
    responses: { 200: z.object({ active: z.boolean() }) },
  },
  initializeApp: {
    method: 'POST',
    path: '/api/v1/mfa/app/initialize',
    permission: 'public',
    summary: 'A new key for an authenticator app, by a session or the challenge of a login that demands it',
    body: z.object({ challenge }).optional(),
    responses: {
      200: z.object({
        /** Base 32, for typing. */
        secret: z.string(),
        /** otpauth:// */
        url: z.string(),
        /** The url as a QR code: a data URL of an SVG image. */
        qrCode: z.string(),
      }),
    },
  },
  deactivateApp: {
    method: 'POST',
    path: '/api/v1/mfa/app/deactivate',
    permission: 'session',
    needsFreshLogin: true,
    summary: 'End the use of the authenticator app',
    responses: { 200: MfaStatus },
  },
  status: {
    method: 'GET',
    path: '/api/v1/accounts/me/members/{memberUuid}/properties/mfa',
    permission: 'member',
    summary: 'The second factors of a member: the own, or any for administrators',
    responses: { 200: MfaStatus },
  },
  change: {
    method: 'POST',
    path: '/api/v1/accounts/me/members/{memberUuid}/properties/mfa',
    permission: 'session',
    needsFreshLogin: true,
    summary: 'End factors: those set to false, or all and the passkeys by null, such as when a phone is lost',
    body: z
      .object({ app: z.literal(false), sms: z.literal(false), passkeys: z.literal(false) })
      .partial()
      .nullable(),
    responses: { 200: MfaStatus },
  },
})
