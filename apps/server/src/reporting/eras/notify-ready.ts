import { isoDay } from '@assay/engine/time.ts'
import { emailTextsIn } from '#accounts/member-emails/email-texts-for.ts'
import { findMember } from '#accounts/members/store.ts'
import { accountScope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { EraRequest } from './era-request.ts'
import type { ExportRow } from '#reporting/exports/store.ts'

/** Notifies the creator of a schedule that a report is ready, with a link that requires a login. */
export async function notifyReady(context: JobContext, tx: Tx, row: ExportRow): Promise<void> {
  const { account_uuid: accountUuid, uuid, recipient_uuid: memberUuid } = row
  if (memberUuid === null || context.mail === null) return
  const member = await findMember(tx, accountScope(accountUuid), memberUuid)
  if (member?.status !== 'Active') return
  const { name, startDate, endDate } = EraRequest.parse(row.request)
  const { subject, text } = emailTextsIn(member.language ?? member.browserLanguage).reportReady
  const url = publicAddress(context.config)
  const until = isoDay(row.expires_at)
  // Deduplicated if the job runs again.
  await queueEmail(context, tx, {
    accountUuid,
    to: member.email,
    subject: subject(name),
    text: text({ name, startDate, endDate, url, until }),
    key: uuid,
  })
}
