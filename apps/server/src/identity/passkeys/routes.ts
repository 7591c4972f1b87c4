import { contract } from '@assay/contract/contract.ts'
import type { Passkey } from '@assay/contract/passkeys.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { startSession } from '#identity/sessions/start-session.ts'
import { withLockout } from '#identity/attempts/lockout.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import { revokeOtherSessions } from '#auth/sessions/session-store.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { notFound } from '#platform/http/problem.ts'
import { notifyMember } from '#accounts/member-emails/notify-member.ts'
import { createNonce } from '#auth/sessions/nonce.ts'
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, renamePasskey } from './store.ts'
import {
  algorithms,
  checkAssertion,
  checkRegistration,
  passkeyRejected,
  relyingParty,
  webAuthn,
} from './verify.ts'
import { accountScope } from '#auth/scope.ts'
import { userHandle } from './user-handle.ts'

export function passkeysRoutes(context: AppContext): void {
  const { routes, db, config, vault } = context
  const { rpID } = relyingParty(config)
  registerRoutes(routes, contract.passkeys, {
    async list({ caller: { scope, memberUuid } }) {
      return (await listPasskeys(db, scope, memberUuid)).map(passkeyOf)
    },
    async registrationOptions({ caller: { scope, memberUuid, email } }) {
      const { generateRegistrationOptions } = await webAuthn()
      const existing = await listPasskeys(db, scope, memberUuid)
      return {
        ...(await generateRegistrationOptions({
          rpName: 'Assay',
          rpID,
          userName: email,
          userID: userHandle(scope.accountUuid, memberUuid),
          challenge: createNonce(vault, `passkey ${memberUuid}`),
          excludeCredentials: existing.map(({ credentialId, transports }) => ({
            id: credentialId,
            transports,
          })),
          // A discoverable credential with user verification, which is sufficient as a login.
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          supportedAlgorithmIDs: algorithms,
        })),
      }
    },
    register({ caller: { scope, memberUuid, email, by }, body, change }) {
      return change(async (tx) => {
        // In the transaction: the challenge is consumed with the change, and a retry gets the first result.
        const key = await checkRegistration({ ...context, db: tx }, body.credential, memberUuid)
        const uuid = randomUUID()
        const { createdAt } = await insertPasskey(tx, scope, { uuid, memberUuid, name: body.name, ...key })
        await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
        await notifyMember(tx, scope, { memberUuid, email, notice: 'passkeyAdded' })
        const result = { uuid, name: body.name, createdAt: createdAt.getTime(), lastUsedAt: null }
        return { result, target: { passkeyUuid: uuid }, after: { name: body.name } }
      })
    },
    rename: ({ caller: { scope, memberUuid }, params: { passkeyUuid }, body, change }) =>
      change(async (tx) => {
        const row = await renamePasskey(tx, scope, { uuid: passkeyUuid, memberUuid, name: body.name })
        if (!row) throw notFound('passkey')
        return { result: passkeyOf(row), after: { name: body.name } }
      }),
    async remove({ caller: { scope, memberUuid, email, by }, params: { passkeyUuid }, change }) {
      await change(async (tx) => {
        await lockMember(tx, scope, memberUuid)
        if (!(await deletePasskey(tx, scope, { uuid: passkeyUuid, memberUuid }))) throw notFound('passkey')
        await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
        await notifyMember(tx, scope, { memberUuid, email, notice: 'passkeyRemoved' })
        return { result: null }
      })
      return {}
    },
    loginOptions: () => loginOptions(vault, rpID),
    async login({ body, request, reply, change }) {
      const attempt = { address: request.ip, step: 'passkey' } as const
      const principal = await withLockout(db, attempt, () => checkAssertion(context, body.credential))
      const key = { memberUuid: principal.memberUuid, credentialId: body.credential.id }
      return startSession(context, { request, reply, change }, async () => ({
        ...principal,
        credential: 'passkey',
        async confirm(tx) {
          if (!(await findPasskey(tx, accountScope(principal.accountUuid), key))) throw passkeyRejected(401)
        },
      }))
    },
  })
}

async function loginOptions(vault: AppContext['vault'], rpID: string) {
  const { generateAuthenticationOptions } = await webAuthn()
  const challenge = createNonce(vault, 'passkey login')
  return { ...(await generateAuthenticationOptions({ rpID, userVerification: 'required', challenge })) }
}

interface Row {
  uuid: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}
const passkeyOf = ({ uuid, name, createdAt, lastUsedAt }: Row): Passkey => ({
  uuid,
  name,
  createdAt: createdAt.getTime(),
  lastUsedAt: lastUsedAt?.getTime() ?? null,
})
