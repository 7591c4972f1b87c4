import { z } from 'zod'
import { findAddressHolder } from '#accounts/members/address-store.ts'
import { emailTextsFor, emailTextsIn } from '#accounts/member-emails/email-texts-for.ts'
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

function unknown(address: string, { token, language }: { token: string; language: string | null }) {
  const { subject, text } = emailTextsIn(language).verification
  // In the fragment, which is not sent to servers or in the Referer header.
  return { subject, text: text(`${address}/verify#${token}`) }
}

/** Emails a registrant: only the owner of the address learns whether it already has a login. */
export const verifyAddressJob = defineJob({
  name: 'verify-address',
  payload: z.object({
    registrationUuid: z.uuid(),
    email: z.string(),
    token: Sealed,
    /** Of the registrant's browser. */
    language: z.string().nullable().default(null),
    /** Epoch ms. */
    expiresAt: z.number(),
  }),
  priority: 'interactive',
  concurrency: 2,
  timeoutSeconds: 60,
  retry: { limit: 8, delaySeconds: 2, maxDelaySeconds: 300 },
  async run(context, { registrationUuid, email, token, language, expiresAt }) {
    const { db, config, vault } = context
    const address = publicAddress(config)
    const holder = await findAddressHolder(db, email)
    const mail = holder?.isProved
      ? await known(db, holder, address)
      : unknown(address, { token: openSealed(vault, token, linkPurpose(registrationUuid)), language })
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
