import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { defineJob } from '#platform/queue/job.ts'
import { openSealed, Sealed, sealText } from '#platform/secrets/sealed.ts'

const Content = z.object({ phone: z.string(), text: z.string() })

/** Sends one text message. It contains a secret code, so number and text are encrypted in the queue. */
export const sendSmsJob = defineJob({
  name: 'send-sms',
  payload: z.object({
    key: z.uuid(),
    /** The message is deleted with the account. */
    accountUuid: z.uuid(),
    content: Sealed,
    /** Expiry in epoch ms. */
    expiresAt: z.number(),
  }),
  priority: 'interactive',
  concurrency: 4,
  timeoutSeconds: 60,
  // A user is waiting for the code, which expires after minutes.
  retry: { limit: 5, delaySeconds: 2, maxDelaySeconds: 30 },
  async run({ sms, vault }, { key, content, expiresAt }) {
    if (expiresAt < Date.now()) return
    if (!sms) throw new Error('No SMS gateway is configured')
    const { phone, text } = Content.parse(JSON.parse(openSealed(vault, content, purposeOf(key))))
    await sms.send(phone, text)
  },
})

const purposeOf = (key: string) => `sms ${key}`

interface QueuedSms {
  accountUuid: string
  phone: string
  text: string
  expiresAt: Date
}

/** Queues a text message in the caller's transaction. */
export async function queueSms(
  { queue, vault }: Pick<AppContext, 'queue' | 'vault'>,
  tx: Tx,
  { accountUuid, phone, text, expiresAt }: QueuedSms,
): Promise<void> {
  const key = randomUUID()
  const content = sealText(vault, JSON.stringify({ phone, text }), purposeOf(key))
  await queue.send(tx, sendSmsJob, { key, accountUuid, content, expiresAt: expiresAt.getTime() }, key)
}
