import { z } from 'zod'
import { nameOf } from './name.ts'
import { AccessToken } from './access-tokens.ts'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

export const Passkey = named('Passkey', {
  uuid: Uuid,
  name: z.string(),
  createdAt: EpochMs,
  lastUsedAt: EpochMs.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = nameOf(100, 'The name is missing')

/** Options for PublicKeyCredential.parseCreationOptionsFromJSON and parseRequestOptionsFromJSON in browsers. */
const PasskeyOptions = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' })

/** Base64url with a maximum length of several times what authenticators and browsers send. */
const bytes = (max: number) => z.base64url().max(max)

// At most 1,023 bytes: https://www.w3.org/TR/webauthn-3/#credential-id
const CredentialId = bytes(1364)
const ClientData = bytes(4_000)

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}

/** The result of PublicKeyCredential.toJSON after navigator.credentials.create. */
export const PasskeyRegistration = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: ClientData,
    // May contain TPM certificates or the signed JSON of a phone, which are ignored.
    attestationObject: bytes(64_000),
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** The result of PublicKeyCredential.toJSON after navigator.credentials.get. */
export const PasskeyAssertion = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: ClientData,
    authenticatorData: bytes(8_000),
    // 6,200 for post-quantum algorithms.
    signature: bytes(16_000),
    // At most 64 bytes.
    userHandle: bytes(86).optional(),
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
    repeatable: 'nothing is stored',
    requiresRecentLogin: true,
    // Nothing is stored.
    audited: false,
    summary: 'WebAuthn options to create a passkey',
    responses: { 200: PasskeyOptions },
  },
  register: {
    method: 'POST',
    path: '/api/v1/users/me/passkeys',
    permission: 'session',
    requiresRecentLogin: true,
    summary: 'Register the passkey that the browser created',
    body: z.object({
      name: PasskeyName,
      credential: PasskeyRegistration,
    }),
    errors: ['passkeyKnown', 'passkeyRefused'],
    responses: { 200: Passkey },
  },
  rename: {
    method: 'POST',
    path: '/api/v1/users/me/passkeys/{passkeyUuid}',
    permission: 'session',
    repeatable: 'the name stays the same',
    summary: "Rename one of the caller's passkeys",
    body: z.object({ name: PasskeyName }),
    responses: { 200: Passkey },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/users/me/passkeys/{passkeyUuid}',
    permission: 'session',
    requiresRecentLogin: true,
    summary: "Remove one of the caller's passkeys",
    responses: { 200: z.object({}) },
  },
  loginOptions: {
    method: 'POST',
    path: '/api/v1/credentials/passkey/options',
    permission: 'public',
    repeatable: 'nothing is stored',
    // Nothing is stored.
    audited: false,
    summary: 'WebAuthn options to log in with a passkey',
    responses: { 200: PasskeyOptions },
  },
  login: {
    method: 'POST',
    path: '/api/v1/credentials/passkey',
    permission: 'public',
    repeatable: 'the challenge works once',
    summary: 'Log in with a passkey, which counts as two factors',
    body: z.object({ credential: PasskeyAssertion }),
    errors: ['passkeyRefused', 'memberInactive', 'tooManyAttempts'],
    responses: { 200: AccessToken },
  },
})
