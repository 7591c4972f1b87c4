import { ownProperty } from '@assay/engine/own-property.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import type { OutboxEvent } from '#platform/outbox/events.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import { mayNotify } from './limit-emails.ts'

/** Changes that members are notified of by email, in case somebody else made them. */
const sentences = {
  appAdded: 'An authenticator app was set up as your second factor.',
  appRemoved: 'Your authenticator app is no longer a second factor.',
  smsAdded: 'A phone was set up as your second factor, for codes by text.',
  smsRemoved: 'Your phone is no longer a second factor.',
  scratchCodesMade: 'New recovery codes were generated. The previous ones no longer work.',
  scratchCodesEnded: 'Your recovery codes were removed and no longer work.',
  passkeyAdded: 'A passkey was added, by which one logs in without a password.',
  passkeyRemoved: 'One of your passkeys was removed.',
  passkeysRemoved: 'Your passkeys were removed: none of them logs in any more.',
  passwordChanged: 'Your password was changed.',
  tokenCreated: 'An API token was created that acts for you.',
  emailChanged: 'The email address that you log in by was changed.',
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
      `${sentence} This is about your login at ${url}.`,
      ...(by === null ? [] : [`It was done by ${by}.`]),
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
      advice: () => 'If you did not expect it, ask an administrator of your account.',
    }
  }
  // Members who never accepted an invitation are not notified.
  if (payload.status === 'Pending') return null
  return {
    notice: 'removed',
    subject: 'Your membership in Assay has ended',
    sentence: 'You were removed from your account. You can no longer log in to it.',
    advice: () => 'If you did not expect it, ask an administrator of the account.',
  }
}

function loginNotice(notice: string): MemberNotice {
  const sentence = ownProperty<string>(sentences, notice)
  if (sentence === undefined) throw new Error(`There is no text for the notice ${notice}`)
  return {
    notice,
    subject: 'What lets you in to Assay was changed',
    sentence,
    advice: (url) =>
      `If you know of it, all is well. If not, choose a new password at once, look through what lets you in at ${url}/settings/security, and tell an administrator of your account.`,
  }
}
