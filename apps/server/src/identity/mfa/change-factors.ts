import { type FactorType, factorTypes } from '@assay/contract/credentials.ts'
import type { MfaStatus } from '@assay/contract/mfa.ts'
import type { AppContext } from '#context.ts'
import type { Change, ChangeBy } from '#auth/router/change.ts'
import type { Caller } from '#auth/scope.ts'
import { revokeOtherSessions } from '#auth/sessions/session-store.ts'
import { notifyMember } from '#accounts/member-emails/notify-member.ts'
import { deletePasskeysOf } from '#identity/passkeys/store.ts'
import { actorOf, lockSubject, type Subject } from './challenge.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import { removeFactors, requireFactor, statusOf } from './factors.ts'
import { generateRecoveryCodes } from './recovery-codes.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from './recovery-code-store.ts'
import { activateFactor } from './store.ts'
import { wrongCode } from './use-code.ts'

/** Factors that can be removed. */
export const stoppable = [...factorTypes, 'passkeys'] as const
type Stoppable = (typeof stoppable)[number]

/** Activates a factor and ends the member's other sessions. */
export async function startFactor(
  subject: Subject,
  { method, change }: { method: FactorType; change: ChangeBy },
): Promise<void> {
  const { scope, memberUuid, email, by } = subject
  await change(async (tx) => {
    await lockSubject(tx, subject)
    if (!(await activateFactor(tx, scope, { memberUuid, method }))) throw wrongCode()
    await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
    await notifyMember(tx, scope, { memberUuid, email, notice: `${method}Added` })
    return { result: null, by: actorOf(subject), target: { memberUuid }, after: { [method]: true } }
  })
}

interface Stop {
  memberUuid: string
  email: string
  requested: readonly Stoppable[]
  change: Change
}

/** Ends the member's other sessions if an active factor was removed; all of them if removed by somebody else. */
export async function stopFactors(
  context: AppContext,
  { scope, by, email: callersEmail }: Caller,
  { memberUuid, email, requested, change }: Stop,
): Promise<MfaStatus> {
  const methods = requested.filter((each) => each !== 'passkeys')
  const other = email === callersEmail ? undefined : callersEmail
  return change(async (tx) => {
    await lockMember(tx, scope, memberUuid)
    const before = await statusOf({ ...context, db: tx }, scope, memberUuid)
    const ended = requested.filter((each) => before[each])
    await removeFactors(tx, scope, { memberUuid, methods })
    if (requested.includes('passkeys')) await deletePasskeysOf(tx, scope, memberUuid)
    if (ended.length > 0) await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
    for (const factor of ended)
      await notifyMember(tx, scope, { memberUuid, email, notice: `${factor}Removed`, by: other })
    const after = await statusOf({ ...context, db: tx }, scope, memberUuid)
    return { result: after, target: { memberUuid }, before, after }
  })
}

/** Replaces the recovery codes and ends the member's other sessions. Returns the new codes, which cannot be read again. */
export async function renewRecoveryCodes(
  context: AppContext,
  caller: Caller,
  change: Change,
): Promise<string[]> {
  const { scope, memberUuid, email, by } = caller
  const { codes, salt, hashes } = await generateRecoveryCodes(context.vault, memberUuid)
  // A retry after a lost response returns the codes created by the first attempt.
  return change(async (tx) => {
    await lockMember(tx, scope, memberUuid)
    await requireFactor(tx, scope, memberUuid)
    await deleteRecoveryCodes(tx, scope, memberUuid)
    await insertRecoveryCodes(tx, scope, { memberUuid, salt, hashes })
    await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
    await notifyMember(tx, scope, { memberUuid, email, notice: 'scratchCodesMade' })
    return { result: codes }
  })
}

export async function revokeRecoveryCodes(
  { scope, memberUuid, email, by }: Caller,
  change: Change,
): Promise<void> {
  await change(async (tx) => {
    await lockMember(tx, scope, memberUuid)
    await deleteRecoveryCodes(tx, scope, memberUuid)
    await revokeOtherSessions(tx, scope, { memberUuid, except: by.uuid })
    await notifyMember(tx, scope, { memberUuid, email, notice: 'scratchCodesEnded' })
    return { result: null }
  })
}
