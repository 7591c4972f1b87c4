import { defineChat } from '#notifications/channels/core/chat-channel.ts'
import { slackBody } from './blocks.ts'

export const slack = defineChat({
  body: slackBody,
  accepts: (status, text) => status === 200 && text.trim() === 'ok',
})
