import type { MfaStatus } from '@assay/contract/mfa.ts'
import type { Parts } from '../app.ts'
import type { Caller } from '../auth/scope.ts'
import { revokeOtherSessions } from '../credentials/store.ts'
import { tellMember } from '../mail/tell-member.ts'
import { deletePasskeysOf } from '../passkeys/store.ts'
import type { Subject } from './challenge.ts'
import { removeFactors, statusOf } from './factors.ts'
import { makeScratchCodes } from './scratch-codes.ts'
import { deleteScratchCodes, insertScratchCodes } from './scratch-code-store.ts'
import { activateFactor } from './store.ts'

type Factor = 'app' | 'sms'

/** What can be ended for a member. */
export const stoppable = ['app', 'sms', 'passkeys'] as const
type Stoppable = (typeof stoppable)[number]

/** What was set up is in use from now on; the member's other sessions end. */
export async function startFactor(
  parts: Parts,
  { scope, memberUuid, email, by }: Subject,
  method: Factor,
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    await activateFactor(tx, scope, { memberUuid, method })
    await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
  })
  tellMember(parts, { email, notice: `${method}Added` })
}

/** The member's other sessions end when one of the factors was in use; all of them when it is another's doing. */
export async function stopFactors(
  parts: Parts,
  { scope, by, email: callersEmail }: Caller,
  { memberUuid, email, wanted }: { memberUuid: string; email: string; wanted: readonly Stoppable[] },
): Promise<{ before: MfaStatus; after: MfaStatus }> {
  const before = await statusOf(parts, scope, memberUuid)
  const ended = wanted.filter((each) => before[each])
  const methods = wanted.filter((each) => each !== 'passkeys')
  await parts.db.transaction().execute(async (tx) => {
    await removeFactors(tx, scope, { memberUuid, methods })
    if (wanted.includes('passkeys')) await deletePasskeysOf(tx, scope, memberUuid)
    if (ended.length > 0) await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
  })
  for (const each of ended)
    tellMember(parts, {
      ...{ email, notice: `${each}Removed`, by: email === callersEmail ? undefined : callersEmail },
    })
  return { before, after: await statusOf(parts, scope, memberUuid) }
}

/** Those of before end, and the member's other sessions. Answers the new ones, which nobody can ask for again. */
export async function renewScratchCodes(parts: Parts, caller: Caller): Promise<string[]> {
  const { scope, memberUuid, email, by } = caller
  const { codes, salt, hashes } = await makeScratchCodes(parts.vault, memberUuid)
  await parts.db.transaction().execute(async (tx) => {
    await deleteScratchCodes(tx, scope, memberUuid)
    await insertScratchCodes(tx, scope, { memberUuid, salt, hashes })
    await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
  })
  tellMember(parts, { email, notice: 'scratchCodesMade' })
  return codes
}

export async function endScratchCodes(parts: Parts, { scope, memberUuid, email, by }: Caller): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    await deleteScratchCodes(tx, scope, memberUuid)
    await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
  })
  tellMember(parts, { email, notice: 'scratchCodesEnded' })
}
