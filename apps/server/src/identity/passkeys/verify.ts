import type { PasskeyAssertion, PasskeyRegistration } from '@assay/contract/passkeys.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { AppContext } from '#context.ts'
import { accountScope } from '#auth/scope.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { Problem } from '#platform/http/problem.ts'
import { consumeNonce } from '#auth/sessions/nonce.ts'
import { countUse, findPasskey } from './store.ts'
import { readUserHandle } from './user-handle.ts'

type PasskeyContext = Pick<AppContext, 'db' | 'vault' | 'config'>

/** Loaded on demand: takes 5 MB of heap. */
export const webAuthn = () => import('@simplewebauthn/server')

// COSE: EdDSA, ES256, RS256. https://www.iana.org/assignments/cose/cose.xhtml#algorithms
export const algorithms = [-8, -7, -257]

/** The origin and relying party id that browsers bind passkeys to. */
export function relyingParty(config: AppContext['config']): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(publicAddress(config))
  return { rpID: hostname, origin }
}

/** Throws 400 unless an authenticator created it for this member and server. */
export async function checkRegistration(
  context: PasskeyContext,
  registration: PasskeyRegistration,
  memberUuid: string,
) {
  const { verifyRegistrationResponse } = await webAuthn()
  const { rpID, origin } = relyingParty(context.config)
  const verify = async () =>
    verifyRegistrationResponse({
      response: await withoutStatement(registration),
      expectedChallenge: (challenge) => consumeNonce(context, challenge, `passkey ${memberUuid}`),
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs: algorithms,
    })
  const { registrationInfo } = await verify().catch(reject(400))
  if (!registrationInfo) throw passkeyRejected(400)
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports }
}

async function withoutStatement(registration: PasskeyRegistration): Promise<RegistrationResponseJSON> {
  const { readAttestation } = await import('./read-attestation.ts')
  const attestationObject = readAttestation(registration.response.attestationObject)
  return {
    ...registration,
    response: { ...registration.response, attestationObject },
  } as unknown as RegistrationResponseJSON
}

/** The member whose passkey signed. Throws 401. */
export async function checkAssertion(context: PasskeyContext, assertion: PasskeyAssertion) {
  const owner = readUserHandle(assertion.response.userHandle ?? '')
  if (!owner) throw passkeyRejected(401)
  const scope = accountScope(owner.accountUuid)
  const { memberUuid } = owner
  const passkey = await findPasskey(context.db, scope, { memberUuid, credentialId: assertion.id })
  if (!passkey) throw passkeyRejected(401)
  const { rpID, origin } = relyingParty(context.config)
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: assertion as unknown as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => consumeNonce(context, challenge, 'passkey login'),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: assertion.id,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(reject(401))
  if (!verified) throw passkeyRejected(401)
  const use = { uuid: passkey.uuid, counter: authenticationInfo.newCounter }
  // The library accepts concurrent uses of a cloned key with the same counter.
  if (!(await countUse(context.db, scope, use))) throw passkeyRejected(401)
  return { ...owner, email: passkey.email }
}

export const passkeyRejected = (status: 400 | 401) =>
  new Problem(status, 'passkeyRefused', 'This passkey could not be verified. Try again')

/** Converts the library's plain errors. */
const reject =
  (status: 400 | 401) =>
  (error: unknown): never => {
    throw Object.assign(passkeyRejected(status), { cause: error })
  }
