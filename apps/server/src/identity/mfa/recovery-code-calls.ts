import type { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { revokeRecoveryCodes, renewRecoveryCodes } from './change-factors.ts'
import { requireFactor } from './factors.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'

type Calls = Pick<Handlers<typeof contract.mfa>, 'scratchCodes' | 'makeScratchCodes' | 'removeScratchCodes'>

export const recoveryCodeCalls = (context: AppContext): Calls => ({
  async scratchCodes({ caller: { scope, memberUuid } }) {
    const { remaining, createdAt } = await countRecoveryCodes(context.db, scope, memberUuid)
    return { remaining, createdAt: createdAt?.getTime() ?? null }
  },
  async makeScratchCodes({ caller, change }) {
    await requireFactor(context.db, caller.scope, caller.memberUuid)
    return { codes: await renewRecoveryCodes(context, caller, change) }
  },
  async removeScratchCodes({ caller, change }) {
    await revokeRecoveryCodes(caller, change)
    return {}
  },
})
