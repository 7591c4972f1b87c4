import { ownProperty } from '@assay/engine/own-property.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import { mayNotify } from './limit-mails.ts'

/** What members hear of by mail, so that they learn of it when it was somebody else. */
const sentences = {
  appAdded: 'An authenticator app was set up as your second factor.',
  appRemoved: 'Your authenticator app is no second factor any more.',
  smsAdded: 'A phone was set up as your second factor, for codes by text.',
  smsRemoved: 'Your phone is no second factor any more.',
  scratchCodesMade: 'New scratch codes were made. Those of before are of no use any more.',
  scratchCodesEnded: 'Your scratch codes are of no use any more.',
  passkeyAdded: 'A passkey was added, by which one logs in without a password.',
  passkeyRemoved: 'One of your passkeys was removed.',
  passkeysRemoved: 'Your passkeys were removed: none of them logs in any more.',
  passwordChanged: 'Your password was changed.',
  emailChanged: 'The email address that you log in by was changed.',
} as const
export type Notice = keyof typeof sentences

/**
 * Mails members that what they log in by was changed. Who has been told the same thing again and again within the hour
 * is not told once more: no mailbox is filled.
 */
export const memberNotices = defineConsumer({
  name: 'member-notices',
  types: ['member.login-changed'],
  async handle(tx, context, { uuid, accountUuid, payload: { email, notice, by } }) {
    const sentence = ownProperty<string>(sentences, notice)
    if (sentence === undefined) throw new Error(`There is no text for the notice ${notice}`)
    if (!context.mail || !(await mayNotify(tx, { email, notice }))) return
    const url = publicAddress(context.config)
    const text = [
      `${sentence} This is about your login at ${url}.`,
      ...(by === null ? [] : [`It was done by ${by}.`]),
      `If you know of it, all is well. If not, choose a new password at once, look through what lets you in at ${url}/settings/security, and tell an administrator of your account.`,
    ]
    await queueEmail(context, tx, {
      accountUuid,
      to: email,
      subject: 'What lets you in to Assay was changed',
      text: `${text.join('\n\n')}\n`,
      key: uuid,
    })
  },
})
