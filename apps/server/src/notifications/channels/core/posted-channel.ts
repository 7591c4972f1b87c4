import type { Message } from '#notifications/messages/compose-message.ts'
import type { ChannelSecret } from './channel-secret.ts'

/** A message on its way to a channel. */
export interface Posted {
  /** Delivery id, the same for every attempt. */
  uuid: string
  kind: string
  secret: ChannelSecret
  message: Message
  /** Language of chats; webhooks are read by programs and in English. */
  language: string
  /** The public address of the server, without a trailing slash. */
  origin: string
}

export interface PostRequest {
  url: string
  /** JSON. */
  body: string
  /** In addition to those of every post. */
  headers: Record<string, string>
}

/** How a service is posted to, and the responses that confirm or reject a message. */
export interface PostedChannel {
  request(posted: Posted): PostRequest
  /** Only for the response that confirms the message: a proxy's login page is a 200, too. */
  accepts(status: number, text: string): boolean
  /** For services that report errors with status 200: whether the response is a permanent rejection. */
  refuses?(text: string): boolean
  /** A message is tried again after any response but 410; otherwise, most statuses from 400 to 499 are final. */
  retriesRejected?: true
}

export const isOk = (status: number): boolean => status >= 200 && status < 300
