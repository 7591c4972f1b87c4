import type { Translation } from '../../language/translation.ts'
import type { unsubscribe as english } from '../unsubscribe.ts'

export const unsubscribe: Translation<typeof english> = {
  title: 'Abbestellen',
  lead: 'Sie erhalten keine E-Mails dieser Benachrichtigungsregel oder dieses Kanals mehr.',
  submit: 'Abbestellen',
  done: 'Die E-Mails sind abbestellt',
  doneHint: 'Mitglieder können sie in den Benachrichtigungseinstellungen wieder abonnieren.',
  noLink: 'Dieser Link ist unvollständig',
  noLinkHint: 'Den ganzen Link aus der E-Mail öffnen.',
}
