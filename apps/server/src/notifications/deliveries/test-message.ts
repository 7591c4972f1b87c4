import type { Message } from '#notifications/messages/compose-message.ts'
import { phrase } from '#notifications/messages/phrases.ts'

/** The message sent to test a channel. */
export const testMessage = (): Message => ({
  title: phrase('channelTested', {}),
  digest: null,
  at: Date.now(),
  lines: [
    {
      kind: 'findingOpened',
      severity: null,
      title: phrase('channelWorks', {}),
      details: [phrase('channelShown', {})],
      count: 1,
      projectCount: 0,
      projects: [],
      path: '/settings/notifications',
    },
  ],
  more: 0,
  total: 1,
})
