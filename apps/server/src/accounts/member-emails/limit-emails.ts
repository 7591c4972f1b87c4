import { networkOf } from '#auth/limits/network-of.ts'
import { limitOf, reserve, type Rejection } from '#auth/limits/rate-limit.ts'
import { countAttempt } from '#auth/limits/rate-limit-store.ts'
import type { Config } from '#config.ts'
import type { Database } from '#platform/database/database.ts'

const free = { recipient: 5, address: 50, account: 200 }

const tooManyMails: Rejection = { errorType: 'tooManyEmails', message: 'Too many emails were requested' }

const toRecipient = (email: string) => limitOf(`mail to ${email.toLowerCase()}`, free.recipient)

/**
 * Limits emails triggered without a login, to protect mailboxes. Counts requests for known and unknown addresses alike.
 * Throws 429.
 */
export async function limitEmails(
  db: Database,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await reserve(
    db,
    [toRecipient(email), limitOf(`mail from ${networkOf(address)}`, free.address)],
    tooManyMails,
  )
}

/** Limits invitations by recipient and by inviting account. Throws 429. */
export async function limitInvitations(
  db: Database,
  { mail }: Pick<Config, 'mail'>,
  { email, accountUuid }: { email: string; accountUuid: string },
): Promise<void> {
  if (mail === undefined) return
  await reserve(db, [toRecipient(email), limitOf(`email of ${accountUuid}`, free.account)], tooManyMails)
}

/** Whether another notice of this kind is within the limit. */
export async function canNotify(
  db: Database,
  { email, notice }: { email: string; notice: string },
): Promise<boolean> {
  const limit = limitOf(`notice ${notice} to ${email.toLowerCase()}`, free.recipient)
  return (await countAttempt(db, limit)) !== null
}
