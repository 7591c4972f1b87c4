import type { Parts } from '../app.ts'
import { publicAddress } from '../http/public-address.ts'

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
  emailChanged: 'The e-mail address that you log in by was changed.',
} as const
export type Notice = keyof typeof sentences

interface Told {
  email: string
  notice: Notice
  /** The address of who did it, where it was not the member. */
  by?: string | undefined
}

/** Not waited for: a mail server that is slow holds nobody up, and what fails is logged. */
export function tellMember(
  { mail, config }: Pick<Parts, 'mail' | 'config'>,
  { email, notice, by }: Told,
): void {
  const url = publicAddress(config)
  const text = [
    `${sentences[notice]} This is about your login at ${url}.`,
    ...(by === undefined ? [] : [`It was done by ${by}.`]),
    `If you know of it, all is well. If not, choose a new password at once, look through what lets you in at ${url}/settings/security, and tell an administrator of your account.`,
  ]
  void mail.send({
    to: email,
    subject: 'What lets you in to Assay was changed',
    text: `${text.join('\n\n')}\n`,
  })
}
