import { defineChat, joined, linesOf, markdown, titleOf } from '#notifications/channels/core/chat-channel.ts'
import { isOk } from '#notifications/channels/core/posted-channel.ts'

export const discord = defineChat({
  body: (message, rendering) => ({
    content: joined([`**${titleOf(message, markdown)}**`, ...linesOf(message, rendering, markdown)], 1_950),
    allowed_mentions: { parse: [] },
  }),
  accepts: isOk,
})
