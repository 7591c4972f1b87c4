import { z } from 'zod'
import { AccessToken } from './credentials.ts'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'

export const Passkey = z
  .object({
    uuid: Uuid,
    name: z.string(),
    createdAt: EpochMs,
    lastUsedAt: EpochMs.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = z.string().trim().min(1, 'The name is missing').max(100)

/** For PublicKeyCredential.parseCreationOptionsFromJSON and parseRequestOptionsFromJSON of a browser. */
const PasskeyOptions = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' })

const Bytes = z.base64url().max(100_000)
const credential = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}

/** What PublicKeyCredential.toJSON of a browser gives after navigator.credentials.create. */
export const PasskeyRegistration = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** The same after navigator.credentials.get. */
export const PasskeyAssertion = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

export const passkeys = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/users/me/passkeys',
    permission: 'session',
    summary: "The caller's passkeys",
    responses: { 200: z.array(Passkey) },
  },
  registrationOptions: {
    method: 'POST',
    path: '/api/v1/users/me/passkeys/options',
    permission: 'session',
    needsFreshLogin: true,
    summary: 'What a browser needs to make a passkey',
    responses: { 200: PasskeyOptions },
  },
  register: {
    method: 'POST',
    path: '/api/v1/users/me/passkeys',
    permission: 'session',
    needsFreshLogin: true,
    summary: 'Keep the passkey that the browser made',
    body: z.object({
      name: PasskeyName,
      credential: PasskeyRegistration,
    }),
    responses: { 200: Passkey },
  },
  rename: {
    method: 'POST',
    path: '/api/v1/users/me/passkeys/{passkeyUuid}',
    permission: 'session',
    summary: 'Call one of the own passkeys otherwise',
    body: z.object({ name: PasskeyName }),
    responses: { 200: Passkey },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/users/me/passkeys/{passkeyUuid}',
    permission: 'session',
    needsFreshLogin: true,
    summary: 'Remove one of the own passkeys',
    responses: { 200: z.object({}) },
  },
  loginOptions: {
    method: 'POST',
    path: '/api/v1/credentials/passkey/options',
    permission: 'public',
    summary: 'What a browser needs to log in by a passkey; it offers those that it has',
    responses: { 200: PasskeyOptions },
  },
  login: {
    method: 'POST',
    path: '/api/v1/credentials/passkey',
    permission: 'public',
    summary: 'Log in by a passkey, which is device and finger or PIN in one: no further factor is asked for',
    body: z.object({ credential: PasskeyAssertion }),
    responses: { 200: AccessToken },
  },
})
