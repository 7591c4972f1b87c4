import type { NotificationChannel } from '@assay/contract/notification-channels.ts'
import { Language, languages } from '@assay/contract/languages.ts'
import { wordedIn } from '#platform/texts/text.ts'
import type { ChannelRow } from './store.ts'
import { errorOf } from './texts.ts'

/** A channel without its secret, with its problem in the language of the reader. */
export const wireChannel = (
  { secret: _secret, pausedUntil: _pausedUntil, kind, language, problem, createdAt, ...row }: ChannelRow,
  reader: Language = languages[0],
): NotificationChannel => ({
  ...row,
  kind: kind as NotificationChannel['kind'],
  language: Language.catch(languages[0]).parse(language),
  problem: problem === null ? null : wordedIn(reader, errorOf(problem)),
  createdAt: createdAt.getTime(),
})
