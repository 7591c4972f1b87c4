import type { NotificationChannel } from '@assay/contract/notification-channels.ts'
import { Language, languages } from '@assay/contract/languages.ts'
import type { ChannelRow } from './store.ts'

/** A channel without its secret. */
export const wireChannel = ({
  secret: _secret,
  pausedUntil: _pausedUntil,
  kind,
  language,
  createdAt,
  ...row
}: ChannelRow): NotificationChannel => ({
  ...row,
  kind: kind as NotificationChannel['kind'],
  language: Language.catch(languages[0]).parse(language),
  createdAt: createdAt.getTime(),
})
