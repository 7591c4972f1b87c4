import type { Translation } from '../../language/translation.ts'
import type { password as english, verify as englishVerify } from '../password.ts'

export const password: Translation<typeof english> = {
  title: 'Passwort wählen',
  lead: 'Danach sind Sie hier angemeldet und alle anderen Sitzungen sind beendet.',
  field: 'Neues Passwort',
  hint: 'Mindestens 12 Zeichen. Häufige Passwörter werden abgelehnt.',
  submit: 'Speichern und anmelden',
  noLink: 'Dieser Link ist unvollständig',
  noLinkHint: 'Den ganzen Link aus der E-Mail öffnen oder im Anmeldedialog einen neuen anfordern.',
}

export const verify: Translation<typeof englishVerify> = {
  title: 'Konto aktivieren',
  lead: 'Das bei der Registrierung gewählte Passwort eingeben.',
  submit: 'Konto aktivieren',
  password: 'Passwort',
}
