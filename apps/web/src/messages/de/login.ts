import type { Translation } from '../../language/translation.ts'
import type { login as english } from '../login.ts'
import { verify } from './password.ts'

export const login: Translation<typeof english> = {
  title: 'Anmelden',
  secondStep: 'Zwei-Faktor-Authentisierung',
  setUp: 'Zwei-Faktor-Authentisierung einrichten',
  email: 'E-Mail-Adresse',
  password: verify.password,
  emailOrName: 'E-Mail-Adresse oder Benutzername',
  directory: (name) => `Auch mit dem Passwort von ${name}`,
  submit: 'Anmelden',
  back: 'Zurück zur Anmeldung',
  or: 'oder',
  provider: (name) => `Mit ${name} anmelden`,
  passkey: {
    submit: 'Mit einem Passkey anmelden',
    failed: 'Es wurde kein Passkey verwendet. Erneut versuchen oder anders anmelden.',
  },
  forget: {
    link: 'Passwort vergessen?',
    title: 'Passwort zurücksetzen',
    submit: 'Link anfordern',
    sent: 'Falls diese Adresse einem Mitglied gehört, haben wir einen Link zum Zurücksetzen geschickt. Er gilt eine Stunde.',
    noMail:
      'Auf diesem Server ist kein E-Mail-Versand eingerichtet. Bitten Sie die Administration des Kontos um einen Link zum Zurücksetzen.',
  },
  register: {
    question: 'Noch kein Konto?',
    link: 'Registrieren',
    title: 'Konto anlegen',
    name: 'Name',
    nameHint: 'Standardmäßig der Teil vor dem @.',
    submit: 'Konto anlegen',
    sent: 'Wir haben einen Bestätigungslink geschickt. Er gilt 24 Stunden. Öffnen Sie ihn und geben Sie das gewählte Passwort ein.',
  },
}
