import type { Reauthentication } from '@assay/contract/reauthentication.ts'
import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { recentLoginMs } from '#auth/sessions/recent-login.ts'
import type { Caller } from '#auth/scope.ts'
import { confirmSession } from '#auth/sessions/session-store.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { findPasswordHash } from '#accounts/members/store.ts'
import { methodsOf } from '#identity/mfa/factors.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { listDirectoriesOf } from '#identity/password-login/verify-by-directory.ts'
import { listPasskeys } from '#identity/passkeys/store.ts'
import { verifyCredential } from './verify-credential.ts'
import { beginSignOn, listSignOn } from './sign-on.ts'

export function reauthenticationRoutes(context: AppContext): void {
  const { routes } = context
  registerRoutes(routes, contract.reauthentication, {
    get: ({ caller }) => reauthenticationOf(context, caller, caller.by.confirmedAt ?? new Date(0)),
    async confirm({ caller, body, request, change }) {
      await verifyCredential(context, caller, { presented: body, request })
      const confirmedAt = new Date()
      const { memberUuid, by } = caller
      await change(async (tx) => ({
        result: await confirmSession(tx, caller.scope, { uuid: by.uuid, memberUuid, confirmedAt }),
      }))
      return reauthenticationOf(context, caller, confirmedAt)
    },
    async startSignOn({ caller, body, reply }) {
      const { type, returnTo } = body
      const provider = (await listSignOn(context, caller)).find((each) => each.type === type)
      if (!provider) throwNotFound('provider')
      return { url: await beginSignOn(context, { provider, caller, returnTo, reply }) }
    },
  })
}

async function reauthenticationOf(
  context: AppContext,
  caller: Caller,
  confirmedAt: Date,
): Promise<Reauthentication> {
  const { db } = context
  const { scope, memberUuid } = caller
  const [passwordHash, codes, passkeys, signOn, directories] = await Promise.all([
    findPasswordHash(db, scope, memberUuid),
    methodsOf(db, scope, memberUuid),
    listPasskeys(db, scope, memberUuid),
    listSignOn(context, caller),
    listDirectoriesOf(context, caller),
  ])
  return {
    freshUntil: confirmedAt.getTime() + recentLoginMs,
    password: passwordHash !== null || directories.length > 0,
    codes,
    passkey: passkeys.length > 0,
    signOn: signOn.map(({ type, settings }) => ({ type, name: settings.name })),
  }
}
