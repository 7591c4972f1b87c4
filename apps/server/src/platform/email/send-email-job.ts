import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { defineJob } from '#platform/queue/job.ts'
import { openSealed, Sealed, sealText } from '#platform/secrets/sealed.ts'
import type { Email } from './mail.ts'

const Content = z.object({ subject: z.string(), text: z.string() })

/** Sends one email. It may contain secret links, so subject and text are encrypted in the queue. */
export const sendEmailJob = defineJob({
  name: 'send-email',
  payload: z.object({
    /** Also used as Message-ID, so that mail servers and programs detect duplicates. */
    key: z.uuid(),
    /** The email is deleted with the account. */
    accountUuid: z.uuid().nullable(),
    to: z.string(),
    content: Sealed,
    /** Expiry in epoch ms. */
    expiresAt: z.number().nullable(),
  }),
  priority: 'interactive',
  concurrency: 4,
  timeoutSeconds: 120,
  // Attempts span about five hours.
  retry: { limit: 12, delaySeconds: 10, maxDelaySeconds: 3600 },
  async run({ mail, vault }, { key, to, content, expiresAt }) {
    if (expiresAt !== null && expiresAt < Date.now()) return
    if (!mail) throw new Error('No mail server is configured')
    await mail.send({ id: key, to, ...Content.parse(JSON.parse(openSealed(vault, content, purposeOf(key)))) })
  },
})

const purposeOf = (key: string) => `email ${key}`

interface QueuedEmail extends Omit<Email, 'id'> {
  accountUuid: string | null
  /** Emails with the same key are sent once; defaults to a new key. */
  key?: string
  /** Expiry of a link in it. */
  expiresAt?: Date
}

/** Queues an email in the caller's transaction. */
export async function queueEmail(
  { queue, vault }: Pick<AppContext, 'queue' | 'vault'>,
  tx: Tx,
  { accountUuid, to, subject, text, key = randomUUID(), expiresAt }: QueuedEmail,
): Promise<void> {
  const content = sealText(vault, JSON.stringify({ subject, text }), purposeOf(key))
  const payload = { key, accountUuid, to, content, expiresAt: expiresAt?.getTime() ?? null }
  await queue.send(tx, sendEmailJob, payload, key)
}
