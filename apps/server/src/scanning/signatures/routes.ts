import { contract } from '@assay/contract/contract.ts'
import type { TrustedKey } from '@assay/contract/trusted-keys.ts'
import { describePublicKey, readPublicKey } from '@assay/engine/signatures/public-keys.ts'
import type { AppContext } from '#context.ts'
import { checkAccount } from '#auth/check-account.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { deleteTrustedKey, insertTrustedKey, listTrustedKeys, type TrustedKeyRow } from './store.ts'

export function trustedKeysRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.trustedKeys, {
    async list({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return (await listTrustedKeys(db, caller.scope)).map(wireKey)
    },
    add({ caller, params, body, change }) {
      checkAccount(caller, params.accountUuid)
      if (readPublicKey(body.pem) === null)
        throw new Problem(
          400,
          'invalidInput',
          'This is no public key or certificate (PEM: Ed25519, ECDSA or RSA)',
        ).withDetails([{ path: 'pem', message: 'No public key or certificate' }])
      return change(async (tx) => {
        const after = wireKey(await insertTrustedKey(tx, caller.scope, body))
        return { result: after, after }
      })
    },
    remove({ caller, params, change }) {
      checkAccount(caller, params.accountUuid)
      return change(async (tx) => {
        const row = await deleteTrustedKey(tx, caller.scope, params.trustedKeyUuid)
        return { result: {}, before: wireKey(row ?? throwNotFound('trusted key')) }
      })
    },
  })
}

const wireKey = ({ uuid, name, pem, created_at }: TrustedKeyRow): TrustedKey => ({
  uuid,
  name,
  ...describePublicKey(pem),
  createdAt: created_at.getTime(),
})
