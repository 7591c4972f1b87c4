import type { ErrorType } from '@assay/contract/error-types.ts'
import type { loginErrorMessage as english } from '../login-errors.ts'

const loginErrors: Readonly<Partial<Record<ErrorType, string>>> = {
  signOnFailed:
    'Die Anmeldung beim Identitätsanbieter ist fehlgeschlagen oder abgelaufen. Bitte erneut versuchen.',
  notInvited:
    'Kein Mitglied hat diese E-Mail-Adresse. Bitte um eine Einladung bei der Administration des Kontos und danach um eine neue Anmeldung.',
  severalInvitations:
    'Es liegen Einladungen mehrerer Konten vor. Eine davon annehmen, danach erneut anmelden.',
  emailUnverified:
    'Der Identitätsanbieter hat die E-Mail-Adresse nicht bestätigt. Dort bestätigen, danach erneut anmelden.',
  memberInactive: 'Die Mitgliedschaft ist deaktiviert. Auskunft gibt die Administration des Kontos.',
  secondFactorMissing:
    'Das Konto verlangt Zwei-Faktor-Authentisierung, der Identitätsanbieter hat aber keinen zweiten Faktor gemeldet. Mit dem Passwort anmelden oder an die Administration des Kontos wenden.',
  providerUnreachable:
    'Der Identitätsanbieter ist nicht erreichbar. In einigen Minuten erneut versuchen oder mit dem Passwort anmelden.',
  notAskedAgain:
    'Der Identitätsanbieter hat keine erneute Anmeldung verlangt, die Identität ist daher nicht bestätigt. Dort abmelden und erneut versuchen.',
  otherPerson:
    'Beim Identitätsanbieter hat sich eine andere Person angemeldet, die Identität ist daher nicht bestätigt. Bitte erneut versuchen.',
  sessionEnded:
    'Die Sitzung ist während der Anmeldung beim Identitätsanbieter abgelaufen. Bitte erneut anmelden.',
  notFound: 'Diese Anmeldemethode gibt es nicht mehr. Bitte eine andere verwenden.',
}

export const loginErrorMessage: typeof english = (errorType) =>
  loginErrors[errorType as ErrorType] ?? loginErrors['signOnFailed']!
