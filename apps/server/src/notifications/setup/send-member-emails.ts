import { emailTextsIn } from '#accounts/member-emails/email-texts-for.ts'
import { limitOf, reserve } from '#auth/limits/rate-limit.ts'
import type { Caller } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { listActiveAddresses } from '#notifications/deliveries/recipient-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import { Problem } from '#platform/http/problem.ts'
import { publicAddress } from '#platform/http/public-address.ts'

/** Calls per member within the rate limit window. */
const freeCalls = 20

/** Throws 409 without a mail server, 400 for an address that is not a member's, 429 for too many emails. */
export async function checkMemberEmails(
  { db, mail }: Pick<AppContext, 'db' | 'mail'>,
  { scope, memberUuid }: Caller,
  recipients: readonly string[],
): Promise<void> {
  if (!mail) throw new Problem(409, 'mailMissing', 'This installation has no mail server')
  const addresses = await listActiveAddresses(db, scope.accountUuid, recipients)
  const unknown = recipients.find((each) => !addresses.has(each))
  if (unknown !== undefined)
    throw new Problem(400, 'recipientUnknown', `${unknown} is not an active member of the account`)
  const rejection = { errorType: 'tooManyEmails', message: 'Too many emails were requested' } as const
  await reserve(db, [limitOf(`emails to members by ${memberUuid}`, freeCalls)], rejection)
}

export async function queueMemberEmails(
  context: Pick<AppContext, 'queue' | 'vault' | 'config'>,
  tx: Tx,
  {
    caller,
    subject,
    content,
    recipients,
  }: { caller: Caller; subject: string; content: string; recipients: string[] },
): Promise<void> {
  const { accountUuid } = caller.scope
  const sender = { email: caller.email, url: publicAddress(context.config) }
  const languages = await listActiveAddresses(tx, accountUuid, recipients)
  for (const to of new Set(recipients)) {
    const text = `${content}\n\n${emailTextsIn(languages.get(to)).sentBy(sender)}\n`
    await queueEmail(context, tx, { accountUuid, to, subject, text })
  }
}
