import { ownProperty } from '@assay/engine/own-property.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import type { OutboxEvent } from '#platform/outbox/events.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import { accountScope } from '#auth/scope.ts'
import { emailTextsFor, emailTextsIn } from './email-texts-for.ts'
import { canNotify } from './limit-emails.ts'

/**
 * Emails members about changes to their authentication methods, role or membership. Repeated notices of the same kind
 * are limited per hour.
 */
export const memberNotices = defineConsumer({
  name: 'member-notices',
  types: ['member.login-changed', 'member.role-changed', 'member.removed'],
  async handle(tx, context, event) {
    if (!context.mail || event.accountUuid === null) return
    const { uuid: key, accountUuid, payload } = event
    const texts =
      event.type === 'member.removed'
        ? emailTextsIn(event.payload.language)
        : await emailTextsFor(tx, accountScope(accountUuid), payload.memberUuid)
    const found = noticeOf(event, texts)
    if (found === null) return
    const { email, by } = payload
    // Of an erased member, the address is gone.
    if (!email.includes('@')) return
    if (!(await canNotify(tx, { email, notice: found.notice }))) return
    const { subject, sentence, advice } = found
    const url = publicAddress(context.config)
    const text = [
      `${sentence} ${texts.concerns(url)}`,
      ...(by === null ? [] : [texts.madeBy(by)]),
      advice(url),
    ]
    await queueEmail(context, tx, { accountUuid, to: email, subject, text: `${text.join('\n\n')}\n`, key })
  },
})

interface MemberNotice {
  /** Key of the limit. */
  notice: string
  subject: string
  sentence: string
  advice: (url: string) => string
}

type MemberEvent = OutboxEvent<'member.login-changed' | 'member.role-changed' | 'member.removed'>
type Texts = ReturnType<typeof emailTextsIn>

/** null for no notification. */
function noticeOf({ type, payload }: MemberEvent, texts: Texts): MemberNotice | null {
  if (type === 'member.login-changed') {
    const { notice } = payload
    const sentence = ownProperty<string>(texts.changes, notice)
    if (sentence === undefined) throw new Error(`There is no text for the notice ${notice}`)
    return { notice, sentence, ...texts.login }
  }
  if (type === 'member.role-changed') {
    const { teamUuid, before, after } = payload
    const sentence = texts.roleChanged({ isOfTeam: teamUuid !== null, before, after })
    return { notice: 'roleChanged', sentence, ...texts.role }
  }
  // Members who never accepted an invitation are not notified.
  if (payload.status === 'Pending') return null
  return { notice: 'removed', sentence: texts.removed, ...texts.removal }
}
