import { plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { emailMembers as english } from '../email-members.ts'

export const emailMembers: Translation<typeof english> = {
  open: 'E-Mail an Mitglieder',
  noServer: 'Diese Installation hat keinen Mailserver.',
  recipients: 'Empfänger',
  recipientsHint: 'Eine E-Mail-Adresse je Zeile: bis zu 50 aktive Mitglieder',
  noRecipients: 'Die E-Mail-Adresse mindestens eines Mitglieds eingeben.',
  subject: 'Betreff',
  content: 'Text',
  contentHint: 'Ihre E-Mail-Adresse wird darunter genannt.',
  send: 'Senden',
  failed: 'Die E-Mail wurde nicht gesendet.',
  sent: (count) => `Die E-Mail geht an ${plural(count, 'Mitglied', 'Mitglieder')}.`,
}
