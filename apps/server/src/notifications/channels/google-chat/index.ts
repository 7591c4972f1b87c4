import { defineChat, linesOf, mrkdwn, titleOf } from '#notifications/channels/core/chat-channel.ts'
import { isOk } from '#notifications/channels/core/posted-channel.ts'

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create */
export const googleChat = defineChat({
  maxBytes: 32_000,
  body: (message, rendering) => ({
    text: [`*${titleOf(message, mrkdwn)}*`, ...linesOf(message, rendering, mrkdwn)].join('\n'),
  }),
  accepts: isOk,
})
