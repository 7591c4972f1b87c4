import { z } from 'zod'
import { findAddressHolder } from '#accounts/members/address-store.ts'
import { emailTextsFor } from '#accounts/member-emails/email-texts-for.ts'
import { accountScope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { defineJob } from '#platform/queue/job.ts'
import { openSealed, Sealed } from '#platform/secrets/sealed.ts'
import { linkPurpose } from './register.ts'

async function known(db: Database, owner: Owner, address: string) {
  const { accountUuid, memberUuid } = owner
  const { subject, text } = (await emailTextsFor(db, accountScope(accountUuid), memberUuid)).addressTaken
  return { subject, text: text(address) }
}
type Owner = NonNullable<Awaited<ReturnType<typeof findAddressHolder>>>

const unknown = (address: string, token: string) => ({
  subject: 'Verify your email address for Assay',
  // In the fragment, which is not sent to servers or in the Referer header.
  text: `An account was requested for this email address. To activate it, open this link and enter the password that you chose:\n\n${address}/verify#${token}\n\nThe link works once and expires in 24 hours. If you did not request an account, you can ignore this email.\n`,
})

/** Emails a registrant: only the owner of the address learns whether it already has a login. */
export const verifyAddressJob = defineJob({
  name: 'verify-address',
  payload: z.object({
    registrationUuid: z.uuid(),
    email: z.string(),
    token: Sealed,
    /** Epoch ms. */
    expiresAt: z.number(),
  }),
  priority: 'interactive',
  concurrency: 2,
  timeoutSeconds: 60,
  retry: { limit: 8, delaySeconds: 2, maxDelaySeconds: 300 },
  async run(context, { registrationUuid, email, token, expiresAt }) {
    const { db, config, vault } = context
    const address = publicAddress(config)
    const holder = await findAddressHolder(db, email)
    const mail = holder?.isProved
      ? await known(db, holder, address)
      : unknown(address, openSealed(vault, token, linkPurpose(registrationUuid)))
    await db.transaction().execute((tx) =>
      queueEmail(context, tx, {
        accountUuid: null,
        to: email,
        ...mail,
        key: registrationUuid,
        expiresAt: new Date(expiresAt),
      }),
    )
  },
})
