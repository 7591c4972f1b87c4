import { defineChat } from '#notifications/channels/core/chat-channel.ts'
import { slackBody } from '#notifications/channels/slack/blocks.ts'
import { isPassingSlackError } from './passing-errors.ts'

/** https://docs.slack.dev/reference/methods/chat.postMessage */
export const slackApp = defineChat({
  body: (message, rendering) => ({ ...slackBody(message, rendering), unfurl_links: false }),
  target: ({ address, token, room }) => ({
    url: `${address}/chat.postMessage`,
    headers: { authorization: `Bearer ${token}` },
    properties: { channel: room },
  }),
  accepts: (status, text) => status === 200 && /^\s*\{\s*"ok"\s*:\s*true\b/.test(text),
  refuses: (text) => !isPassingSlackError(/"error"\s*:\s*"(\w+)"/.exec(text)?.[1]),
})
