import type { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import type { Handlers } from '../http/implement.ts'
import { Problem } from '../http/problem.ts'
import { endScratchCodes, renewScratchCodes } from './change-factors.ts'
import { methodsOf } from './factors.ts'
import { countScratchCodes } from './scratch-code-store.ts'

type Calls = Pick<Handlers<typeof contract.mfa>, 'scratchCodes' | 'makeScratchCodes' | 'removeScratchCodes'>

export const scratchCodeCalls = (parts: Parts): Calls => ({
  async scratchCodes({ caller: { scope, memberUuid } }) {
    const { remaining, createdAt } = await countScratchCodes(parts.db, scope, memberUuid)
    return { remaining, createdAt: createdAt?.getTime() ?? null }
  },
  async makeScratchCodes({ caller }) {
    if ((await methodsOf(parts.db, caller.scope, caller.memberUuid)).length === 0) {
      throw new Problem(409, 'noFactor', 'Scratch codes stand in for an app or a phone: set one up first')
    }
    return { codes: await renewScratchCodes(parts, caller) }
  },
  async removeScratchCodes({ caller }) {
    await endScratchCodes(parts, caller)
    return {}
  },
})
