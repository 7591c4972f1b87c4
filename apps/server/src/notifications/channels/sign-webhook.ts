import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { withinBytes } from './within-bytes.ts'

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const prefix = 'whsec_'
export const newSigningKey = (): string => prefix + randomBytes(32).toString('base64')

interface Signed {
  id: string
  /** Time of the attempt in Unix seconds. */
  timestamp: number
  body: string
}

/** One signature per active key, newest first. */
export function signWebhook(
  { id, timestamp, body }: Signed,
  keys: readonly string[],
): Record<string, string> {
  const signatures = keys.map((key) => {
    const secret = Buffer.from(key.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** The specification recommends at most 20 kB. */
const maxBodyBytes = 20_000

/** The message, truncated to the lines that fit. */
export const webhookBody = (message: NotificationMessage, origin: string): string =>
  withinBytes(maxBodyBytes, message, (data) => ({
    type: 'notification.created',
    timestamp: new Date(data.at).toISOString(),
    data: { ...data, lines: data.lines.map((line) => ({ ...line, url: `${origin}${line.path}` })) },
  }))
