import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import { escapeMrkdwn } from '@assay/text/markup.ts'
import { cut, linesOf, mrkdwn, type Rendering } from '#notifications/channels/core/chat-channel.ts'

/** Sections of at most 3,000 characters: https://docs.slack.dev/reference/block-kit/blocks/section-block */
export const slackBody = (message: NotificationMessage, rendering: Rendering) => ({
  text: cut(escapeMrkdwn(message.title), 3900),
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: cut(message.title, 150), emoji: false } },
    ...linesOf(message, rendering, mrkdwn).map((text) => ({
      type: 'section',
      text: { type: 'mrkdwn', text: cut(text, 3000) },
    })),
  ],
})
