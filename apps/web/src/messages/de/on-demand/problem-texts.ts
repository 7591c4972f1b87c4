import type { ErrorType } from '@assay/contract/error-types.ts'
import type { problemText as english } from '../../problems.ts'

/** Error messages with a fixed text; those that name something are shown as the server sent them. */
const byType: Readonly<Partial<Record<ErrorType, string>>> = {
  bodyMissing: 'Die Anfrage hat keinen Inhalt.',
  tooSlow: 'Der Inhalt kam zu langsam an.',
  idempotencyKeyInUse: 'Dieselbe Anfrage wird noch bearbeitet.',
  loginRequired: 'Bitte anmelden.',
  wrongCredentials: 'Die E-Mail-Adresse oder das Passwort ist falsch',
  wrongCode: 'Der Code ist falsch oder wurde bereits verwendet',
  challengeEnded: 'Die Anmeldung ist abgelaufen oder zu oft fehlgeschlagen. Bitte von vorn beginnen.',
  passkeyRefused: 'Der Passkey konnte nicht geprüft werden. Bitte erneut versuchen.',
  loginTooOld: 'Ihre Anmeldung liegt zu lange zurück. Bestätigen Sie zuerst Ihre Identität.',
  operatorOnly: 'Das kann nur der Betreiber dieser Installation.',
  registrationClosed: 'Die Registrierung ist geschlossen. Konten legt der Betreiber dieser Installation an.',
  domainNotShown:
    'Der TXT-Eintrag wurde nicht gefunden. Neue Einträge sind manchmal erst nach einer Stunde sichtbar.',
  passwordKnown: 'Dieses Passwort ist zu häufig oder zu einfach. Bitte ein anderes wählen.',
  linkEnded: 'Der Link ist abgelaufen oder wurde bereits verwendet. Fordern Sie einen neuen an.',
  codeMissing: 'Bitte den Code eingeben.',
  alreadyActive: 'Diese Methode ist bereits aktiv. Entfernen Sie sie zuerst.',
  noFactor: 'Zuerst eine Authenticator-App oder SMS einrichten.',
  noPhone: 'Bitte eine Telefonnummer eingeben.',
  smsUnavailable: 'Diese Installation kann keine SMS senden.',
  emailTaken: 'Diese E-Mail-Adresse gehört bereits einem Mitglied',
  tagExists: 'Einen Tag mit diesem Namen gibt es bereits.',
  teamExists: 'Ein Team mit diesem Namen gibt es bereits.',
  roleOfEveryone: 'Die Rolle im Team Everyone ist die Rolle im Konto. Ändern Sie sie beim Mitglied.',
  tokenProlonged: 'Der Ablauf eines Tokens kann vorverlegt, aber nicht verlängert werden.',
  lastAdministrator: 'Ein Konto braucht mindestens eine Administratorin oder einen Administrator.',
  operatorAccount: 'Das Konto des Betreibers kann nicht entfernt oder geschlossen werden.',
  accountNotEmpty: 'Demodaten lassen sich nur in ein Konto ohne Projekte laden.',
  demoLoading: 'Die Demodaten werden noch geladen.',
  checkFailed: 'Die Bestätigung stimmt nicht mit dem Namen überein.',
  exclusionExists: 'Diese Ausnahme gibt es bereits.',
  dateFilterError: 'Der gewählte Zeitraum ist zu lang, oder sein Beginn liegt nach seinem Ende.',
  buildStarted: 'Der Build wurde bereits gestartet.',
  syncRunning: 'Eine Synchronisierung läuft bereits.',
  nothingToSync: 'Keine der genannten Quellen wird automatisch synchronisiert.',
  notConfigured: 'Die Integration ist nicht eingerichtet oder ausgeschaltet.',
  dailyLimitReached: 'Das Tageskontingent für den Assistenten ist verbraucht.',
  slackSetupLocked: 'Slack wird gerade von einer anderen Person eingerichtet.',
  mailMissing: 'Diese Installation hat keinen Mailserver.',
  busy: 'Der Server ist ausgelastet. Bitte gleich erneut versuchen.',
  tooBusy: 'Der Server ist ausgelastet. Bitte gleich erneut versuchen.',
  databaseBusy: 'Die Datenbank hat nicht rechtzeitig geantwortet. Bitte gleich erneut versuchen.',
  databaseUnavailable: 'Die Datenbank ist nicht erreichbar. Bitte gleich erneut versuchen.',
  pdfTooLarge:
    'Der Bericht ist zu groß für ein PDF: Schränken Sie ihn auf weniger Projekte oder Zeilen ein, oder wählen Sie CSV.',
  storageFull: 'Der Speicher des Servers ist voll; es wurde nichts geändert.',
  internal: 'Etwas ist schiefgegangen.',
}

/** Texts about a field or a permission, by how the sentence ends. */
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
  [/ the permission '([\w.-]+)' in the whole account$/, 'Dafür fehlt die Berechtigung „$1“ im ganzen Konto'],
  [/ the permission '([\w.-]+)'(?: in .+)?$/, 'Dafür fehlt die Berechtigung „$1“'],
  [/ requires the role 'Administrator' in the account$/, 'Das kann nur die Administration des Kontos'],
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
