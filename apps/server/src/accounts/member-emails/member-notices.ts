import { ownProperty } from '@assay/engine/own-property.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import type { OutboxEvent } from '#platform/outbox/events.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import { mayNotify } from './limit-emails.ts'

/** Changes that members are notified of by email, in case somebody else made them. */
const sentences = {
  appAdded: 'An authenticator app was added to your two-factor methods.',
  appRemoved: 'The authenticator app was removed from your two-factor methods.',
  smsAdded: 'A phone number for text message codes was added to your two-factor methods.',
  smsRemoved: 'Your phone number was removed from your two-factor methods.',
  scratchCodesMade: 'New recovery codes were generated. The previous ones no longer work.',
  scratchCodesEnded: 'Your recovery codes were deleted and no longer work.',
  passkeyAdded: 'A passkey was added. It can be used to log in without a password.',
  passkeyRemoved: 'One of your passkeys was removed.',
  passkeysRemoved: 'All of your passkeys were removed and can no longer be used to log in.',
  passwordChanged: 'Your password was changed.',
  tokenCreated: 'An API token was created for your membership.',
  emailChanged: 'The email address that you log in with was changed.',
} as const
export type Notice = keyof typeof sentences

/**
 * Emails members about changes to their authentication methods, role or membership. Repeated notices of the same kind
 * are limited per hour.
 */
export const memberNotices = defineConsumer({
  name: 'member-notices',
  types: ['member.login-changed', 'member.role-changed', 'member.removed'],
  async handle(tx, context, event) {
    const found = noticeOf(event)
    if (found === null || !context.mail) return
    const { email, by } = event.payload
    if (!(await mayNotify(tx, { email, notice: found.notice }))) return
    const { subject, sentence, advice } = found
    const url = publicAddress(context.config)
    const text = [
      `${sentence} This concerns your login at ${url}.`,
      ...(by === null ? [] : [`The change was made by ${by}.`]),
      advice(url),
    ]
    const { uuid: key, accountUuid } = event
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

/** null for no notification. */
function noticeOf({ type, payload }: MemberEvent): MemberNotice | null {
  if (type === 'member.login-changed') return loginNotice(payload.notice)
  if (type === 'member.role-changed') {
    const where = payload.teamUuid === null ? 'Your role' : 'Your role in a team'
    return {
      notice: 'roleChanged',
      subject: 'Your role in Assay was changed',
      sentence: `${where} was changed from ${payload.before} to ${payload.after}.`,
      advice: () => 'If you did not expect this, contact an administrator of your account.',
    }
  }
  // Members who never accepted an invitation are not notified.
  if (payload.status === 'Pending') return null
  return {
    notice: 'removed',
    subject: 'Your membership in Assay has ended',
    sentence: 'You were removed from your account. You can no longer log in to it.',
    advice: () => 'If you did not expect this, contact an administrator of the account.',
  }
}

function loginNotice(notice: string): MemberNotice {
  const sentence = ownProperty<string>(sentences, notice)
  if (sentence === undefined) throw new Error(`There is no text for the notice ${notice}`)
  return {
    notice,
    subject: 'Your Assay login methods were changed',
    sentence,
    advice: (url) =>
      `If this was you, or you expected it, you do not need to do anything. Otherwise, change your password immediately, review your login methods, sessions and tokens at ${url}/settings/security, and contact an administrator of your account.`,
  }
}
