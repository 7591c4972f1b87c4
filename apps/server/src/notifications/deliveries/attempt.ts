import { decodePercent } from '@assay/text/decode-percent.ts'
import { deliveryText } from '#notifications/channels/core/texts.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { postedChannels } from '#notifications/channels/channels.ts'
import type { ChannelSecret } from '#notifications/channels/core/channel-secret.ts'
import type { Posted, PostedChannel } from '#notifications/channels/core/posted-channel.ts'
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

/** Posts a message to a chat service or webhook. */
export async function postMessage(posted: Posted, egress: Egress): Promise<Attempt> {
  const { kind, secret } = posted
  const channel = ownProperty(postedChannels, kind)
  if (!channel) throw new Error(`There is no channel ${kind}`)
  const { url, body, headers } = channel.request(posted)
  const usual = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Assay',
  }
  let response: Incoming
  try {
    response = await exchange(url, { method: 'POST', headers: { ...usual, ...headers }, body }, egress)
  } catch (error) {
    return failureOf(error, secret)
  }
  const text = response.body.toString()
  if (channel.accepts(response.status, text)) return { state: 'delivered' }
  return rejectionOf(response, { channel, text, secrets: secretsOf(secret) })
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
    ...parts.map(decodePercent),
    ...keys.map(({ key }) => key),
    token,
  ]
    .filter((text) => text.length >= minSecretCharacters)
    .toSorted((a, b) => b.length - a.length)
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
  { channel, text, secrets }: { channel: PostedChannel; text: string; secrets: readonly string[] },
): Attempt {
  const details = quoted(text, secrets)
  const error = deliveryText(details ? 'answeredWith' : 'answered', { status, details })
  const retryAfterMs = retryAfterOf(headers['retry-after'], text)
  const isOfMessage =
    (status >= 400 && status < 500 && ![408, 410, 429].includes(status)) ||
    (status === 200 && channel.refuses?.(text) === true)
  return {
    state: 'failed',
    error,
    isFinal: (!channel.retriesRejected && isOfMessage) || status === 410,
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
