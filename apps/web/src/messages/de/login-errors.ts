import type { ErrorType } from '@assay/contract/error-types.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { loginErrorMessage as english } from '../login-errors.ts'

const loginErrors: Readonly<Partial<Record<ErrorType, string>>> = {
  signOnFailed:
    'Die Anmeldung beim Identitätsanbieter ist fehlgeschlagen oder abgelaufen. Bitte erneut versuchen.',
  notInvited:
    'Kein Mitglied hat diese E-Mail-Adresse. Bitten Sie die Administration des Kontos um eine Einladung und melden Sie sich dann erneut an.',
  severalInvitations:
    'Es liegen Einladungen mehrerer Konten vor. Nehmen Sie eine davon an und melden Sie sich dann erneut an.',
  emailUnverified:
    'Der Identitätsanbieter hat die E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort und melden Sie sich dann erneut an.',
  memberInactive: 'Die Mitgliedschaft ist deaktiviert. Wenden Sie sich an die Administration des Kontos.',
  secondFactorMissing:
    'Das Konto verlangt Zwei-Faktor-Authentisierung, der Identitätsanbieter hat aber keinen zweiten Faktor gemeldet. Melden Sie sich mit dem Passwort an oder wenden Sie sich an die Administration des Kontos.',
  providerUnreachable:
    'Der Identitätsanbieter ist nicht erreichbar. Versuchen Sie es in einigen Minuten erneut oder melden Sie sich mit dem Passwort an.',
  notAskedAgain:
    'Der Identitätsanbieter hat keine erneute Anmeldung verlangt, Ihre Identität ist daher nicht bestätigt. Melden Sie sich dort ab und versuchen Sie es erneut.',
  otherPerson:
    'Beim Identitätsanbieter hat sich eine andere Person angemeldet, Ihre Identität ist daher nicht bestätigt. Bitte erneut versuchen.',
  sessionEnded:
    'Die Sitzung ist während der Anmeldung beim Identitätsanbieter abgelaufen. Bitte erneut anmelden.',
  tooManyAttempts:
    'Von Ihrer Netzwerkadresse sind zu viele Anmeldungen fehlgeschlagen. Bitte in einigen Minuten erneut versuchen.',
  notFound: 'Diese Anmeldemethode gibt es nicht mehr. Bitte eine andere verwenden.',
}

export const loginErrorMessage: typeof english = (errorType) =>
  ownProperty(loginErrors, errorType) ?? loginErrors['signOnFailed']!
