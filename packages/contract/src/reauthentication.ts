import { z } from 'zod'
import { MfaMethod } from './credentials.ts'
import { endpoints } from './endpoint.ts'
import { ReturnPath } from './return-path.ts'
import { messages } from './problem.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { providerTypes, EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

/** Until when the login counts as recent, and how to reauthenticate afterwards. */
export const Reauthentication = named('Reauthentication', {
  freshUntil: EpochMs,
  /** Whether the member has a password. */
  password: z.boolean(),
  /** The second factors, one of which is required with the password; empty if the password is enough. */
  codes: z.array(MfaMethod),
  /** Whether the member has a passkey, which is sufficient by itself. */
  passkey: z.boolean(),
  /** The identity providers the member has used and can use now. */
  signOn: z.array(z.object({ type: z.enum(providerTypes), name: z.string() })),
})
export type Reauthentication = z.infer<typeof Reauthentication>

const required = (longest: number) => z.string().min(1, messages.missingParameters).max(longest)

/** With the password, plus a code if the member has a second factor; or with a passkey. */
const Credential = z.union([
  z.object({
    password: required(1024),
    code: z.object({ method: MfaMethod, totp: required(40) }).optional(),
  }),
  z.object({ credential: PasskeyAssertion }),
])
export type Credential = z.infer<typeof Credential>

export const reauthentication = endpoints({
  get: {
    method: 'GET',
    path: '/api/v1/credentials/confirm',
    permission: 'session',
    summary: 'Until when the login counts as recent, and how to reauthenticate',
    responses: { 200: Reauthentication },
  },
  confirm: {
    method: 'POST',
    path: '/api/v1/credentials/confirm',
    permission: 'session',
    repeatable: 'it only updates the time of the last reauthentication',
    summary: 'Reauthenticate for calls that require a recent login',
    body: Credential,
    errors: ['wrongCredentials', 'wrongCode', 'codeMissing', 'passkeyRefused', 'tooManyAttempts', 'tooBusy'],
    responses: { 200: Reauthentication },
  },
  startSignOn: {
    method: 'POST',
    path: '/api/v1/credentials/confirm/sign-on',
    permission: 'session',
    repeatable: 'nothing is stored',
    // It only returns the URL. The result of the provider is audited as 'reauthentication.confirm'.
    audited: false,
    summary:
      'Reauthenticate with an identity provider, which must ask for credentials again: send the browser to the URL',
    body: z.object({ type: z.enum(providerTypes), returnTo: ReturnPath }),
    errors: ['providerUnreachable'],
    responses: { 200: z.object({ url: z.url() }) },
  },
})
