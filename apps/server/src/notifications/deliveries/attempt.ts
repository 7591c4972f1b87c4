import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { chatKinds } from '#notifications/channels/render-channel.ts'
import type { ChannelSecret } from '#notifications/channels/channel-secret.ts'
import { keysInForce } from '#notifications/channels/channel-secret.ts'
import { signWebhook, webhookBody } from '#notifications/channels/sign-webhook.ts'
import { type Egress, exchange, type Incoming } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'

/** The result of one attempt. */
export type Attempt =
  | { state: 'delivered' }
  | {
      state: 'failed'
      /** Shown to users; never contains the address, which is secret. */
      error: string
      /** A permanent failure: retrying would not help. */
      isFinal: boolean
      /** The channel no longer exists at the service. */
      isGone?: boolean
      /** Retry-After of the service. */
      retryAfterMs?: number
    }

export interface Posted {
  /** Delivery id, the same for every attempt. */
  uuid: string
  kind: string
  secret: ChannelSecret
  message: NotificationMessage
  /** The public address of the server. */
  origin: string
}

/** Posts a message to a chat service or webhook. */
export async function postMessage(posted: Posted, egress: Egress): Promise<Attempt> {
  const { kind, secret, message, origin } = posted
  const chat = ownProperty(chatKinds, kind)
  const body = chat ? JSON.stringify(chat.body(message, origin)) : webhookBody(message, origin)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Assay',
    ...(!chat && signed(posted, body)),
  }
  let answer: Incoming
  try {
    answer = await exchange(secret.address, { method: 'POST', headers, body }, egress)
  } catch (error) {
    return failureOf(error, secret)
  }
  const text = answer.body.toString()
  const isTaken = chat ? chat.accepts(answer.status, text) : answer.status >= 200 && answer.status < 300
  return isTaken ? { state: 'delivered' } : refusedBy(answer, { isChat: chat !== undefined, text })
}

function signed({ uuid, secret }: Posted, body: string): Record<string, string> {
  const now = Date.now()
  return signWebhook({ id: uuid, timestamp: Math.floor(now / 1000), body }, keysInForce(secret, now))
}

/** Error messages of the egress module contain the full address, so they are replaced. */
function failureOf(error: unknown, { address }: ChannelSecret): Attempt {
  if (!(error instanceof Problem)) throw new Error('The message could not be posted')
  const { host } = new URL(address)
  if (error.errorType === 'addressRefused')
    return { state: 'failed', error: `${host} is in a private network`, isFinal: true }
  const what =
    error.status === 504 ? 'did not answer in time' : 'could not be reached or sent an invalid answer'
  return { state: 'failed', error: `${host} ${what}`, isFinal: false }
}

const shownCharacters = 200

function refusedBy(
  { status, headers }: Incoming,
  { isChat, text }: { isChat: boolean; text: string },
): Attempt {
  const said = text.replaceAll(/\s+/g, ' ').trim().slice(0, shownCharacters)
  // The body may contain arbitrary bytes.
  const readable = said.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
  const error = `Answered ${status}${readable && `: ${readable}`}`
  const retryAfterMs = retryAfterOf(headers['retry-after'], text)
  // Webhooks are retried after any failure: https://github.com/standard-webhooks/standard-webhooks
  const isFinal = isChat && status >= 400 && status < 500 && status !== 408 && status !== 429
  return {
    state: 'failed',
    error,
    isFinal: isFinal || status === 410,
    isGone: status === 410,
    ...(status >= 400 && retryAfterMs !== null && { retryAfterMs }),
  }
}

const maxRetryAfterMs = 24 * 3_600_000

/** Seconds or a date; Discord sends it in the body. */
function retryAfterOf(header: string | undefined, body: string): number | null {
  const told = header ?? /"retry_after":\s*([\d.]+)/.exec(body)?.[1]
  if (told === undefined) return null
  const ms = /^[\d.]+$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxRetryAfterMs) : null
}
