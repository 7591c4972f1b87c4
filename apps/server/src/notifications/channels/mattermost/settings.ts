import type { ChannelSettings } from '#notifications/channels/core/settings.ts'

export const mattermostSettings = {
  kind: 'mattermost',
  takes: 'address',
  texts: {
    en: { name: 'Mattermost', hint: 'Incoming webhook URL' },
    de: { name: 'Mattermost', hint: 'URL eines eingehenden Webhooks' },
  },
} as const satisfies ChannelSettings
