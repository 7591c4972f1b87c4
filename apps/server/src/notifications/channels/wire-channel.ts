import type { NotificationChannel } from '@assay/contract/notification-channels.ts'
import type { ChannelRow } from './store.ts'

/** Without its secret. */
export const wireChannel = ({
  secret: _secret,
  pausedUntil: _pausedUntil,
  kind,
  createdAt,
  ...row
}: ChannelRow): NotificationChannel => ({
  ...row,
  kind: kind as NotificationChannel['kind'],
  createdAt: createdAt.getTime(),
})
