import { randomUUID } from 'node:crypto'
import type { Parts } from '../app.ts'
import type { Scope } from '../auth/scope.ts'
import { makeSecret } from '../auth/secret.ts'
import { publicAddress } from '../http/public-address.ts'
import { replaceLink } from './store.ts'

export type LinkPurpose = 'invitation' | 'reset'

interface Wanted {
  uuid: string
  email: string
  purpose: LinkPurpose
}

const hourMs = 3_600_000
const lifetimesMs: Record<LinkPurpose, number> = { invitation: 7 * 24 * hourMs, reset: hourMs }

const letters: Record<LinkPurpose, { subject: string; text: (url: string) => string }> = {
  invitation: {
    subject: 'You are invited to Assay',
    text: (url) => `Choose a password to join:\n\n${url}\n\nThe link works once, for seven days.\n`,
  },
  reset: {
    subject: 'Choose a new password for Assay',
    text: (url) =>
      `Somebody, we hope you, asked for a new password:\n\n${url}\n\nThe link works once, for an hour. If it was not you, do nothing.\n`,
  },
}

/**
 * Mails a member a link to choose a password. The link itself when it could not be mailed, for who may hand it over;
 * null when it was.
 */
export async function mailLink(
  { db, config, mail }: Pick<Parts, 'db' | 'config' | 'mail'>,
  scope: Scope,
  { uuid: memberUuid, email, purpose }: Wanted,
): Promise<string | null> {
  const uuid = randomUUID()
  const secret = makeSecret('link', scope.accountUuid, uuid)
  const expiresAt = new Date(Date.now() + lifetimesMs[purpose])
  await db
    .transaction()
    .execute((tx) => replaceLink(tx, scope, { uuid, memberUuid, purpose, hash: secret.hash, expiresAt }))
  // In the fragment, which no server and no Referer header sees.
  const url = `${publicAddress(config)}/password#${secret.text}`
  const { subject, text } = letters[purpose]
  return (await mail.send({ to: email, subject, text: text(url) })) ? null : url
}
