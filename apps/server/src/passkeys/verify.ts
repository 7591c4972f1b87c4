import type { PasskeyAssertion, PasskeyRegistration } from '@assay/contract/passkeys.ts'
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Parts } from '../app.ts'
import { accountScope } from '../auth/scope.ts'
import { publicAddress } from '../http/public-address.ts'
import { Problem } from '../http/problem.ts'
import { spendOneTime } from '../auth/one-time.ts'
import { countUse, findPasskey } from './store.ts'
import { readUserHandle } from './user-handle.ts'

type Tools = Pick<Parts, 'db' | 'vault' | 'config'>

// COSE: EdDSA, ES256, RS256. https://www.iana.org/assignments/cose/cose.xhtml#algorithms
export const algorithms = [-8, -7, -257]

/** What browsers bind passkeys to. */
export function relyingParty(config: Parts['config']): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(publicAddress(config))
  return { rpID: hostname, origin }
}

/** Throws 400 for what no authenticator made for this member and this server. */
export async function checkRegistration(tools: Tools, given: PasskeyRegistration, memberUuid: string) {
  const { rpID, origin } = relyingParty(tools.config)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: given as unknown as RegistrationResponseJSON,
    expectedChallenge: (challenge) => spendOneTime(tools, challenge, `passkey ${memberUuid}`),
    ...{ expectedOrigin: origin, expectedRPID: rpID, supportedAlgorithmIDs: algorithms },
  }).catch(refuse(400))
  if (!registrationInfo) throw refused(400)
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports }
}

/** The member whose passkey signed. Throws 401. */
export async function checkAssertion(tools: Tools, given: PasskeyAssertion) {
  const owner = readUserHandle(given.response.userHandle ?? '')
  if (!owner) throw refused(401)
  const scope = accountScope(owner.accountUuid)
  const { memberUuid } = owner
  const passkey = await findPasskey(tools.db, scope, { memberUuid, credentialId: given.id })
  if (!passkey) throw refused(401)
  const { rpID, origin } = relyingParty(tools.config)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: given as unknown as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => spendOneTime(tools, challenge, 'passkey login'),
    ...{ expectedOrigin: origin, expectedRPID: rpID },
    credential: {
      id: given.id,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(refuse(401))
  if (!verified) throw refused(401)
  await countUse(tools.db, scope, { uuid: passkey.uuid, counter: authenticationInfo.newCounter })
  return { ...owner, email: passkey.email }
}

export const refused = (status: 400 | 401) =>
  new Problem(status, 'passkeyRefused', 'This passkey does not fit: try again')

/** The library throws plain errors at all that does not fit. */
const refuse =
  (status: 400 | 401) =>
  (error: unknown): never => {
    throw Object.assign(refused(status), { cause: error })
  }
