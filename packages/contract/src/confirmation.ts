import { z } from 'zod'
import { MfaMethod } from './credentials.ts'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { EpochMs } from './vocabulary.ts'

/** Until when calls that need a fresh login are answered, and how the login is confirmed after that. */
export const Confirmation = z
  .object({
    freshUntil: EpochMs,
    /** Whether the member has a password. */
    password: z.boolean(),
    /** The second factors, one of which is asked for beside the password; none when the password is enough. */
    codes: z.array(MfaMethod),
    /** Whether the member has a passkey, which is enough by itself. */
    passkey: z.boolean(),
  })
  .meta({ id: 'Confirmation' })
export type Confirmation = z.infer<typeof Confirmation>

const required = (longest: number) => z.string().min(1, messages.missingParameters).max(longest)

/** By the password, with a code where the member has a second factor; or by a passkey. */
const Proof = z.union([
  z.object({
    password: required(1024),
    code: z.object({ method: MfaMethod, totp: required(40) }).optional(),
  }),
  z.object({ credential: PasskeyAssertion }),
])
export type Proof = z.infer<typeof Proof>

export const confirmation = endpoints({
  get: {
    method: 'GET',
    path: '/api/v1/credentials/confirm',
    permission: 'session',
    summary: 'Until when the login is fresh, and what confirms it',
    responses: { 200: Confirmation },
  },
  confirm: {
    method: 'POST',
    path: '/api/v1/credentials/confirm',
    permission: 'session',
    summary: 'Show again who one is, so that calls are answered that need a fresh login',
    body: Proof,
    responses: { 200: Confirmation },
  },
})
