import type { ErrorType } from '@assay/contract/error-types.ts'
import type { problemText as english } from '../problems.ts'

/** Error messages with a fixed text; those that name something are shown as the server sent them. */
const byType: Readonly<Partial<Record<ErrorType, string>>> = {
  bodyMissing: 'Die Anfrage hat keinen Inhalt.',
  tooSlow: 'Der Inhalt kam zu langsam an.',
  idempotencyKeyInUse: 'Dieselbe Anfrage wird noch bearbeitet.',
  loginRequired: 'Bitte anmelden.',
  wrongCredentials: 'Die E-Mail-Adresse oder das Passwort ist falsch',
  wrongCode: 'Der Code ist falsch oder wurde bereits verwendet',
  challengeEnded: 'Die Anmeldung ist abgelaufen oder zu oft fehlgeschlagen. Bitte von vorn beginnen.',
  passkeyRefused: 'Der Passkey konnte nicht geprüft werden.',
  loginTooOld: 'Die Anmeldung muss zuerst erneut bestätigt werden.',
  operatorOnly: 'Das darf nur der Betreiber der Installation.',
  registrationClosed: 'Diese Installation erlaubt keine Registrierung.',
  domainNotShown: 'Der TXT-Eintrag zur Bestätigung der Domain wurde nicht gefunden.',
  passwordKnown: 'Dieses Passwort ist zu häufig oder zu einfach.',
  linkEnded: 'Der Link ist abgelaufen oder wurde bereits verwendet.',
  codeMissing: 'Bitte den Code eingeben.',
  alreadyActive: 'Diese Methode ist bereits aktiv.',
  noFactor: 'Zuerst eine Authenticator-App oder SMS einrichten.',
  noPhone: 'Es ist keine Telefonnummer bekannt.',
  smsUnavailable: 'Diese Installation kann keine SMS senden.',
  emailTaken: 'Diese E-Mail-Adresse gehört bereits einem Mitglied',
  tagExists: 'Einen Tag mit diesem Namen gibt es bereits.',
  teamExists: 'Ein Team mit diesem Namen gibt es bereits.',
  roleOfEveryone: 'Die Rolle im Team Everyone ist die Rolle im Konto und wird beim Mitglied geändert.',
  tokenProlonged: 'Ein Token kann früher enden, aber nicht später.',
  lastAdministrator: 'Ein Konto behält mindestens eine Administratorin oder einen Administrator.',
  operatorAccount: 'Das Konto des Betreibers kann nicht entfernt oder geschlossen werden.',
  accountNotEmpty: 'Demodaten lassen sich nur in ein Konto ohne Projekte laden.',
  demoLoading: 'Die Demodaten werden noch geladen.',
  checkFailed: 'Die Bestätigung stimmt nicht mit dem Namen überein.',
  exclusionExists: 'Diese Ausnahme gibt es bereits.',
  dateFilterError: 'Der gewählte Zeitraum ist zu lang, oder sein Beginn liegt nach seinem Ende.',
  buildStarted: 'Der Build wurde bereits gestartet.',
  syncRunning: 'Eine Synchronisierung läuft bereits.',
  nothingToSync: 'Keine der genannten Quellen wird von selbst gelesen.',
  notConfigured: 'Die Integration ist nicht eingerichtet oder ausgeschaltet.',
  dailyLimitReached: 'Das Tageskontingent für den Assistenten ist verbraucht.',
  slackSetupLocked: 'Slack wird hier gerade von jemand anderem eingerichtet.',
  mailMissing: 'Diese Installation hat keinen Mailserver.',
  busy: 'Der Server ist ausgelastet. Bitte gleich erneut versuchen.',
  tooBusy: 'Der Server ist ausgelastet. Bitte gleich erneut versuchen.',
  databaseBusy: 'Die Datenbank hat nicht rechtzeitig geantwortet.',
  databaseUnavailable: 'Die Datenbank ist nicht erreichbar.',
  storageFull: 'Der Speicher des Servers ist voll; es wurde nichts geändert.',
  internal: 'Etwas ist schiefgegangen.',
}

/** What forms say of a field, by how the contract's sentence ends. */
const byEnding: readonly (readonly [RegExp, string])[] = [
  [/^Something went wrong\.?$/, 'Etwas ist schiefgegangen'],
  [/ is missing$/, 'Bitte ausfüllen'],
  [/must be an email address$/, 'Bitte eine E-Mail-Adresse eingeben'],
  [/must be a URL, such as (.+)$/, 'Bitte eine URL eingeben, etwa $1'],
  [/must be a whole number$/, 'Bitte eine ganze Zahl eingeben'],
  [/must be a number$/, 'Bitte eine Zahl eingeben'],
  [/must be a date, such as .+$/, 'Bitte ein Datum eingeben'],
  [/must be at least ([\d.]+)$/, 'Mindestens $1'],
  [/must be at most ([\d.]+)$/, 'Höchstens $1'],
  [/must have at least (\d+) characters?$/, 'Mindestens $1 Zeichen'],
  [/must have at most (\d+) characters?$/, 'Höchstens $1 Zeichen'],
  [/must have at least (\d+) (?:items?|entry|entries)$/, 'Mindestens $1 Einträge'],
  [/must have at most (\d+) (?:items?|entry|entries)$/, 'Höchstens $1 Einträge'],
  [/^A phone number starts with .+$/, 'Eine Telefonnummer beginnt mit + und der Ländervorwahl'],
]

export const problemText: typeof english = (message, errorType) => {
  const known = byType[errorType as ErrorType]
  if (known !== undefined) return known
  for (const [ending, text] of byEnding) {
    const found = ending.exec(message)
    if (found) return text.replace('$1', found[1] ?? '')
  }
  return message
}
