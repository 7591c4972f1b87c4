import type { Confirmation } from '@assay/contract/confirmation.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { freshMs } from '../auth/fresh-login.ts'
import type { Caller } from '../auth/scope.ts'
import { confirmSession, findLogin } from '../credentials/store.ts'
import { implement } from '../http/implement.ts'
import { methodsOf } from '../mfa/factors.ts'
import { listPasskeys } from '../passkeys/store.ts'
import { checkProof } from './check-proof.ts'

export function confirmationRoutes(parts: Parts): void {
  const { binding, db } = parts
  implement(binding, contract.confirmation, {
    get: ({ caller }) => confirmationOf(parts, caller, caller.by.confirmedAt ?? new Date(0)),
    async confirm({ caller, body, request }) {
      await checkProof(parts, caller, { proof: body, address: request.ip })
      const confirmedAt = new Date()
      await confirmSession(db, caller.scope, { uuid: caller.by.uuid, confirmedAt })
      return confirmationOf(parts, caller, confirmedAt)
    },
  })
}

async function confirmationOf(
  { db }: Parts,
  { scope, memberUuid, email }: Caller,
  confirmedAt: Date,
): Promise<Confirmation> {
  const [login, codes, passkeys] = await Promise.all([
    findLogin(db, email),
    methodsOf(db, scope, memberUuid),
    listPasskeys(db, scope, memberUuid),
  ])
  const hasPassword = (login?.passwordHash ?? null) !== null
  return {
    ...{ freshUntil: confirmedAt.getTime() + freshMs, password: hasPassword, codes },
    passkey: passkeys.length > 0,
  }
}
