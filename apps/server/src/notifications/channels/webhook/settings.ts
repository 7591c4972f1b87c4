import type { ChannelSettings } from '#notifications/channels/core/settings.ts'

export const webhookSettings = {
  kind: 'webhook',
  takes: 'address',
  texts: {
    en: { name: 'Webhook', hint: 'Receives JSON signed according to Standard Webhooks' },
    de: { name: 'Webhook', hint: 'Empfängt JSON, signiert nach Standard Webhooks' },
  },
} as const satisfies ChannelSettings
