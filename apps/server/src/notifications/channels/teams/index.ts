import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import {
  defineChat,
  linesOf,
  markdown,
  type Rendering,
  titleOf,
} from '#notifications/channels/core/chat-channel.ts'
import { isOk } from '#notifications/channels/core/posted-channel.ts'

export const teams = defineChat({
  // 28 KB including what Teams adds, which can be more than 6 KB:
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook and
  // https://github.com/atc0005/go-teams-notify/issues/59
  maxBytes: 20_000,
  body: (message, rendering) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: cardOf(message, rendering),
      },
    ],
  }),
  accepts: isOk,
})

const cardOf = (message: NotificationMessage, rendering: Rendering) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  body: [
    { type: 'TextBlock', text: titleOf(message, markdown), weight: 'Bolder', wrap: true },
    ...linesOf(message, rendering, markdown).map((text) => ({ type: 'TextBlock', text, wrap: true })),
  ],
  actions: [
    {
      type: 'Action.OpenUrl',
      title: rendering.texts.open,
      url: `${rendering.origin}${message.lines[0]?.path ?? '/'}`,
    },
  ],
})
