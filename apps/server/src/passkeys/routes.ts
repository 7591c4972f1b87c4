import { contract } from '@assay/contract/contract.ts'
import type { Passkey } from '@assay/contract/passkeys.ts'
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import { randomUUID } from 'node:crypto'
import type { Parts } from '../app.ts'
import { enter } from '../credentials/enter.ts'
import { revokeOtherSessions } from '../credentials/store.ts'
import { implement } from '../http/implement.ts'
import { notFound, Problem } from '../http/problem.ts'
import { tellMember } from '../mail/tell-member.ts'
import { makeOneTime } from '../auth/one-time.ts'
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey } from './store.ts'
import { algorithms, checkAssertion, checkRegistration, relyingParty } from './verify.ts'
import { userHandle } from './user-handle.ts'

const mostPasskeys = 20

export function passkeysRoutes(parts: Parts): void {
  const { binding, db, config, vault } = parts
  const { rpID } = relyingParty(config)
  implement(binding, contract.passkeys, {
    async list({ caller: { scope, memberUuid } }) {
      return (await listPasskeys(db, scope, memberUuid)).map(passkeyOf)
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
    async register({ caller: { scope, memberUuid, email, by }, body, record }) {
      const made = await checkRegistration(parts, body.credential, memberUuid)
      const known = await listPasskeys(db, scope, memberUuid)
      if (known.length >= mostPasskeys || known.some((each) => each.credentialId === made.credentialId))
        throw new Problem(409, 'passkeyKnown', `This passkey is known already, or there are ${mostPasskeys}`)
      const uuid = randomUUID()
      const row = { uuid, memberUuid, name: body.name, ...made }
      const { createdAt } = await db.transaction().execute(async (tx) => {
        await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
        return insertPasskey(tx, scope, row)
      })
      tellMember(parts, { email, notice: 'passkeyAdded' })
      record({ target: { passkeyUuid: uuid }, after: { name: body.name } })
      return { uuid, name: body.name, createdAt: createdAt.getTime(), lastUsedAt: null }
    },
    async rename({ caller: { scope, memberUuid }, params: { passkeyUuid }, body, record }) {
      const row = await renamePasskey(db, scope, { uuid: passkeyUuid, memberUuid, name: body.name })
      if (!row) throw notFound('passkey')
      record({ after: { name: body.name } })
      return passkeyOf(row)
    },
    async remove({ caller: { scope, memberUuid, email, by }, params: { passkeyUuid } }) {
      await db.transaction().execute(async (tx) => {
        if (!(await deletePasskey(tx, scope, { uuid: passkeyUuid, memberUuid }))) throw notFound('passkey')
        await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
      })
      tellMember(parts, { email, notice: 'passkeyRemoved' })
      return {}
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

interface Row {
  uuid: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}
const passkeyOf = ({ uuid, name, createdAt, lastUsedAt }: Row): Passkey => ({
  ...{ uuid, name, createdAt: createdAt.getTime(), lastUsedAt: lastUsedAt?.getTime() ?? null },
})
