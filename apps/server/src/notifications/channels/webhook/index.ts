import { activeKeys } from '#notifications/channels/core/channel-secret.ts'
import { isOk, type PostedChannel } from '#notifications/channels/core/posted-channel.ts'
import { textsIn } from '#notifications/messages/notification-texts.ts'
import { wordMessage } from '#notifications/messages/word-message.ts'
import { signWebhook, webhookBody } from './sign-webhook.ts'

/** Retried after any error response: https://github.com/standard-webhooks/standard-webhooks */
export const webhook: PostedChannel = {
  request({ uuid, message, origin, secret }) {
    const now = Date.now()
    const body = webhookBody(wordMessage(message, textsIn('en')), origin, message.event)
    const headers = signWebhook(
      { id: uuid, timestamp: Math.floor(now / 1000), body },
      activeKeys(secret, now),
    )
    return { url: secret.address, body, headers }
  },
  accepts: isOk,
  retriesRejected: true,
}
