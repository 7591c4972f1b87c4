import type { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { endScratchCodes, renewScratchCodes } from './change-factors.ts'
import { requireFactor } from './factors.ts'
import { countScratchCodes } from './scratch-code-store.ts'

type Calls = Pick<Handlers<typeof contract.mfa>, 'scratchCodes' | 'makeScratchCodes' | 'removeScratchCodes'>

export const scratchCodeCalls = (parts: AppContext): Calls => ({
  async scratchCodes({ caller: { scope, memberUuid } }) {
    const { remaining, createdAt } = await countScratchCodes(parts.db, scope, memberUuid)
    return { remaining, createdAt: createdAt?.getTime() ?? null }
  },
  async makeScratchCodes({ caller, change }) {
    await requireFactor(parts.db, caller.scope, caller.memberUuid)
    return { codes: await renewScratchCodes(parts, caller, change) }
  },
  async removeScratchCodes({ caller, change }) {
    await endScratchCodes(caller, change)
    return {}
  },
})
