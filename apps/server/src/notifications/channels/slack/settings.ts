import type { ChannelSettings } from '#notifications/channels/core/settings.ts'

export const slackSettings = {
  kind: 'slack',
  takes: 'address',
  texts: {
    en: { name: 'Slack', hint: 'Incoming webhook URL of your Slack app' },
    de: { name: 'Slack', hint: 'URL eines eingehenden Webhooks Ihrer Slack-App' },
  },
} as const satisfies ChannelSettings
