import { z } from 'zod'
import { findAddressHolder } from '#accounts/members/address-store.ts'
import { queueEmail } from '#platform/email/send-email-job.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { defineJob } from '#platform/queue/job.ts'
import { openSealed, Sealed } from '#platform/secrets/sealed.ts'
import { linkPurpose } from './register.ts'

const known = (address: string) => ({
  subject: 'You have a login to Assay already',
  text: `Somebody, we hope you, asked for an account with this address, which belongs to a member already:\n\n${address}/\n\nIf you forgot your password, ask for a new one there. If it was not you, do nothing.\n`,
})

const unknown = (address: string, token: string) => ({
  subject: 'Verify your address for Assay',
  // In the fragment, which is not sent to servers or in the Referer header.
  text: `Somebody, we hope you, asked for an account with this address. To open it, repeat the password that you chose:\n\n${address}/verify#${token}\n\nThe link works once, for a day. If it was not you, do nothing.\n`,
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
    const isKnown = (await findAddressHolder(db, email))?.isProved === true
    const mail = isKnown
      ? known(address)
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
