import type { ChannelSettings } from '#notifications/channels/core/settings.ts'

export const teamsSettings = {
  kind: 'teams',
  takes: 'address',
  texts: {
    en: { name: 'Microsoft Teams', hint: 'URL of a “When a Teams webhook request is received” workflow' },
    de: {
      name: 'Microsoft Teams',
      hint: 'URL eines Workflows „Wenn eine Teams-Webhookanforderung empfangen wird“',
    },
  },
} as const satisfies ChannelSettings
