import type { ChannelSettings } from '#notifications/channels/core/settings.ts'

export const slackAppSettings = {
  kind: 'slackApp',
  takes: 'app',
  texts: {
    en: {
      name: 'Slack app',
      hint: 'Bot token of your Slack app, with the scopes chat:write, chat:write.public and channels:read',
    },
    de: {
      name: 'Slack-App',
      hint: 'Bot-Token Ihrer Slack-App mit den Rechten chat:write, chat:write.public und channels:read',
    },
  },
} as const satisfies ChannelSettings
