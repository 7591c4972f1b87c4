import type { ChannelSettings } from '#notifications/channels/core/settings.ts'

export const discordSettings = {
  kind: 'discord',
  takes: 'address',
  texts: {
    en: { name: 'Discord', hint: 'Webhook URL of the channel' },
    de: { name: 'Discord', hint: 'Webhook-URL des Kanals' },
  },
} as const satisfies ChannelSettings
