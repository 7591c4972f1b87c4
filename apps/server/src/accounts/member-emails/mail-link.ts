import { hourMs } from '@assay/engine/time.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { makeSecret } from '#platform/secrets/secret.ts'
import type { Tx } from '#platform/database/database.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import type { Invitation } from './email-texts.ts'
import { emailTextsFor } from './email-texts-for.ts'
import { replaceLink } from './store.ts'

export type LinkPurpose = 'invitation' | 'reset'

interface LinkOptions {
  /** null: a password reset. */
  invitation: Invitation | null
  scope: Scope
  uuid: string
  email: string
  /** Defaults to a new one. */
  linkUuid?: string
}

const lifetimesMs: Record<LinkPurpose, number> = { invitation: 7 * 24 * hourMs, reset: hourMs }

/**
 * Stores a link for a member, replacing an earlier one for the same purpose, and queues its email. Returns the link
 * itself if the server cannot send email, otherwise null.
 */
export async function createLink(
  tx: Tx,
  context: Pick<AppContext, 'config' | 'mail' | 'queue' | 'vault'>,
  { scope, uuid: memberUuid, email, invitation, linkUuid: uuid = randomUUID() }: LinkOptions,
): Promise<string | null> {
  const { accountUuid } = scope
  const purpose: LinkPurpose = invitation ? 'invitation' : 'reset'
  const secret = makeSecret('link', accountUuid, uuid)
  const expiresAt = new Date(Date.now() + lifetimesMs[purpose])
  const isMailed = context.mail !== null
  await replaceLink(tx, scope, { uuid, memberUuid, purpose, hash: secret.hash, expiresAt, isMailed })
  // In the fragment, which is not sent to servers or in the Referer header.
  const url = `${publicAddress(context.config)}/password#${secret.text}`
  if (!isMailed) return url
  const texts = await emailTextsFor(tx, scope, memberUuid)
  const { subject } = texts[purpose]
  const text = invitation ? texts.invitation.text({ ...invitation, url }) : texts.reset.text(url)
  await queueEmail(context, tx, { accountUuid, to: email, subject, text, key: uuid, expiresAt })
  return null
}
