import { defineChat, joined, linesOf, markdown, titleOf } from '#notifications/channels/core/chat-channel.ts'

export const mattermost = defineChat({
  body: (message, rendering) => ({
    text: joined([`#### ${titleOf(message, markdown)}`, ...linesOf(message, rendering, markdown)], 16_000),
  }),
  accepts: (status, text) => status === 200 && text.trim() === 'ok',
})
