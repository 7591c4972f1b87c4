import { limitOf, reserve } from '#auth/limits/rate-limit.ts'
import type { Caller } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** Within the window of rate limits: calls of one member, and emails to one address. */
const free = { calls: 20, emails: 5 }

/** Tests and redeliveries are sent on request, even to addresses of strangers. Throws 429. */
export async function limitManualMessages(
  db: Database,
  { memberUuid }: Caller,
  recipients: readonly string[],
): Promise<void> {
  const limits = [
    limitOf(`messages sent by ${memberUuid}`, free.calls),
    ...recipients.map((each) => limitOf(`message to ${each.toLowerCase()}`, free.emails)),
  ]
  const message = 'Too many messages were sent manually'
  await reserve(db, limits, { errorType: 'tooManyEmails', message })
}
