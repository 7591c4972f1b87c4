import { contract } from '@assay/contract/contract.ts'
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import { randomUUID } from 'node:crypto'
import type { Parts } from '../app.ts'
import { enter } from '../credentials/enter.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { makeOneTime } from '../auth/one-time.ts'
import { deletePasskey, insertPasskey, listPasskeys } from './store.ts'
import { algorithms, checkAssertion, checkRegistration, relyingParty } from './verify.ts'
import { userHandle } from './user-handle.ts'

const mostPasskeys = 20

export function passkeysRoutes(parts: Parts): void {
  const { binding, db, config, vault } = parts
  const { rpID } = relyingParty(config)
  implement(binding, contract.passkeys, {
    async list({ caller: { scope, memberUuid } }) {
      const rows = await listPasskeys(db, scope, memberUuid)
      return rows.map(({ uuid, name, createdAt, lastUsedAt }) => ({
        ...{ uuid, name, createdAt: createdAt.getTime(), lastUsedAt: lastUsedAt?.getTime() ?? null },
      }))
    },
    async registrationOptions({ caller: { scope, memberUuid, email } }) {
      const known = await listPasskeys(db, scope, memberUuid)
      return {
        ...(await generateRegistrationOptions({
          ...{ rpName: 'Assay', rpID, userName: email, userID: userHandle(scope.accountUuid, memberUuid) },
          challenge: makeOneTime(vault, `passkey ${memberUuid}`),
          excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
          // Found without an address, and by finger or PIN: a login of its own.
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          supportedAlgorithmIDs: algorithms,
        })),
      }
    },
    async register({ caller: { scope, memberUuid }, body, record }) {
      const made = await checkRegistration(parts, body.credential, memberUuid)
      const known = await listPasskeys(db, scope, memberUuid)
      if (known.length >= mostPasskeys || known.some((each) => each.credentialId === made.credentialId))
        throw new Problem(409, 'passkeyKnown', `This passkey is known already, or there are ${mostPasskeys}`)
      const uuid = randomUUID()
      const row = { uuid, memberUuid, name: body.name, ...made }
      const { createdAt } = await insertPasskey(db, scope, row)
      record({ target: { passkeyUuid: uuid }, after: { name: body.name } })
      return { uuid, name: body.name, createdAt: createdAt.getTime(), lastUsedAt: null }
    },
    async remove({ caller: { scope, memberUuid }, params: { passkeyUuid } }) {
      const isRemoved = await deletePasskey(db, scope, { uuid: passkeyUuid, memberUuid })
      return isRemoved ? {} : missing('passkey')
    },
    async loginOptions() {
      const options = await generateAuthenticationOptions({
        ...{ rpID, userVerification: 'required', challenge: makeOneTime(vault, 'passkey login') },
      })
      return { ...options }
    },
    async login({ body, request, out }) {
      const who = await checkAssertion(parts, body.credential)
      const entered = { ...who, action: 'credentials.login', credential: 'passkey' }
      return enter(parts, entered, { request, out })
    },
  })
}
