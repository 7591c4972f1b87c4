import type { ChannelSettings } from '#notifications/channels/core/settings.ts'

export const emailSettings = {
  kind: 'email',
  takes: 'recipients',
  texts: {
    en: { name: 'Email', hint: 'One email address per line' },
    de: { name: 'E-Mail', hint: 'Eine E-Mail-Adresse je Zeile' },
  },
} as const satisfies ChannelSettings
