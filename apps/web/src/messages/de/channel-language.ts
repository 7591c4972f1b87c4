import type { Translation } from '../../language/translation.ts'
import type { channelLanguage as english } from '../channel-language.ts'

export const channelLanguage: Translation<typeof english> = {
  label: 'Sprache der Nachrichten',
  ofEmail: 'Mitglieder erhalten E-Mails in ihrer eigenen Sprache.',
  ofChat: 'Namen und Fehlermeldungen werden nicht übersetzt.',
}
