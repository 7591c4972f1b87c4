import { deliveryText } from '#notifications/channels/texts.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { type ChatKind, chatKinds } from '#notifications/channels/render-channel.ts'
import type { ChannelSecret } from '#notifications/channels/channel-secret.ts'
import { activeKeys } from '#notifications/channels/channel-secret.ts'
import { signWebhook, webhookBody } from '#notifications/channels/sign-webhook.ts'
import { withinBytes } from '#notifications/channels/within-bytes.ts'
import { textsIn } from '#notifications/messages/notification-texts.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import { wordMessage } from '#notifications/messages/word-message.ts'
import { type Egress, exchange, type Incoming } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import type { Wording } from '#platform/texts/text.ts'

/** The result of one attempt. */
export type Attempt =
  | { state: 'delivered' }
  | {
      state: 'failed'
      /** Shown to users; never contains the address, which is secret. */
      error: Wording
      /** A permanent failure: retrying would not help. */
      isFinal: boolean
      /** The service works, and accepts other messages. */
      isOfMessage?: boolean
      /** The target no longer exists. */
      isGone?: boolean
      /** Retry-After of the service. */
      retryAfterMs?: number
    }

export interface Posted {
  /** Delivery id, the same for every attempt. */
  uuid: string
  kind: string
  secret: ChannelSecret
  message: Message
  /** Language of chats; webhooks are read by programs and in English. */
  language: string
  /** The public address of the server. */
  origin: string
}

/** Posts a message to a chat service or webhook. */
export async function postMessage(posted: Posted, egress: Egress): Promise<Attempt> {
  const { kind, secret } = posted
  const chat = ownProperty(chatKinds, kind)
  const { address, token } = secret
  const body = chat
    ? chatBody(posted, chat)
    : webhookBody(wordMessage(posted.message, textsIn('en')), posted.origin, posted.message.event)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Assay',
    ...(!chat && signed(posted, body)),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  let response: Incoming
  try {
    response = await exchange(
      token === undefined ? address : `${address}/chat.postMessage`,
      { method: 'POST', headers, body },
      egress,
    )
  } catch (error) {
    return failureOf(error, secret)
  }
  const text = response.body.toString()
  const isTaken = chat ? chat.accepts(response.status, text) : response.status >= 200 && response.status < 300
  if (isTaken) return { state: 'delivered' }
  return rejectionOf(response, { chat, text, secrets: secretsOf(secret) })
}

function chatBody({ message: stored, language, origin, secret: { room } }: Posted, chat: ChatKind): string {
  const texts = textsIn(language)
  const message = wordMessage(stored, texts)
  return withinBytes(chat.maxBytes ?? Infinity, message, (part) => ({
    ...chat.body(part, { origin, texts }),
    channel: room,
  }))
}

/** Shorter parts of an address are words, such as 'services' and 'hooks'. */
const minSecretCharacters = 9

/** Secrets that a response may echo: the address, its parts, and the keys. Longest first. */
function secretsOf({ address, keys, token = '' }: ChannelSecret): string[] {
  const { pathname, search, searchParams } = new URL(address)
  const parts = [...pathname.split('/'), ...searchParams.values()]
  return [
    address,
    pathname + search,
    search,
    ...parts,
    ...parts.map(decoded),
    ...keys.map(({ key }) => key),
    token,
  ]
    .filter((text) => text.length >= minSecretCharacters)
    .toSorted((a, b) => b.length - a.length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function signed({ uuid, secret }: Posted, body: string): Record<string, string> {
  const now = Date.now()
  return signWebhook({ id: uuid, timestamp: Math.floor(now / 1000), body }, activeKeys(secret, now))
}

/** Error messages may contain the full address, so they are replaced. */
function failureOf(error: unknown, { address }: ChannelSecret): Attempt {
  const { host } = new URL(address)
  if (error instanceof Problem && error.errorType === 'addressRefused')
    return { state: 'failed', error: deliveryText('addressPrivate', { host }), isFinal: true }
  const reason = error instanceof Problem && error.status === 504 ? 'answerLate' : 'answerInvalid'
  return { state: 'failed', error: deliveryText(reason, { host }), isFinal: false }
}

function rejectionOf(
  { status, headers }: Incoming,
  { chat, text, secrets }: { chat: ChatKind | undefined; text: string; secrets: readonly string[] },
): Attempt {
  const details = quoted(text, secrets)
  const error = deliveryText(details ? 'answeredWith' : 'answered', { status, details })
  const retryAfterMs = retryAfterOf(headers['retry-after'], text)
  // Webhooks are retried after any error response: https://github.com/standard-webhooks/standard-webhooks
  const isOfMessage =
    (status >= 400 && status < 500 && ![408, 410, 429].includes(status)) ||
    (status === 200 && chat?.refuses?.(text) === true)
  return {
    state: 'failed',
    error,
    isFinal: (chat !== undefined && isOfMessage) || status === 410,
    isOfMessage,
    isGone: status === 410,
    ...(status >= 400 && retryAfterMs !== null && { retryAfterMs }),
  }
}

const maxRetryAfterMs = 24 * 3_600_000

/** Seconds or a date; Discord sends it in the body. */
function retryAfterOf(header: string | undefined, body: string): number | null {
  const delay = header ?? /"retry_after":\s*([\d.]+)/.exec(body)?.[1]
  if (delay === undefined) return null
  const ms = /^[\d.]+$/.test(delay) ? Number(delay) * 1000 : Date.parse(delay) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxRetryAfterMs) : null
}
