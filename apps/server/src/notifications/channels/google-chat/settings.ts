import type { ChannelSettings } from '#notifications/channels/core/settings.ts'

export const googleChatSettings = {
  kind: 'googleChat',
  takes: 'address',
  texts: {
    en: { name: 'Google Chat', hint: 'Webhook URL of the space' },
    de: { name: 'Google Chat', hint: 'Webhook-URL des Bereichs' },
  },
} as const satisfies ChannelSettings
