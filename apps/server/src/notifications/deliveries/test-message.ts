import type { NotificationMessage } from '@assay/contract/notification-messages.ts'

/** The message sent to test a channel. */
export const testMessage = (): NotificationMessage => ({
  title: 'Test message from Assay',
  at: Date.now(),
  lines: [
    {
      kind: 'findingOpened',
      severity: null,
      title: 'This channel works',
      detail: 'Notifications will look like this',
      count: 1,
      projectCount: 0,
      projects: [],
      path: '/settings/notifications',
    },
  ],
  more: 0,
  total: 1,
})
