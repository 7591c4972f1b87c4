import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import {
  plainWebhookType,
  type WebhookEvent,
  webhookTypes,
  webhookVersion,
} from '@assay/contract/webhook-events.ts'
import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookPart } from '#notifications/messages/compose-message.ts'
import { withinBytes } from '#notifications/channels/core/within-bytes.ts'

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

/** The event, with the sentences that fit; its findings were divided so that they do. */
export const webhookBody = (message: NotificationMessage, origin: string, part?: WebhookPart): string =>
  withinBytes(maxBodyBytes, message, (data): WebhookEvent => ({
    type: part ? webhookTypes[part.kind] : plainWebhookType,
    version: webhookVersion,
    timestamp: new Date(data.at).toISOString(),
    data: {
      ...data,
      lines: data.lines.map((line) => ({ ...line, url: `${origin}${line.path}` })),
      part: { number: part?.number ?? 1, of: part?.of ?? 1 },
      findings: [...(part?.findings ?? [])],
      branches: [...(part?.branches ?? [])],
    },
  }))
