interface EmailTexts {
  invitation: { subject: string; text: (invitation: Invitation & { url: string }) => string }
  reset: LinkTexts
  /** An account was requested for an address without a login. */
  verification: LinkTexts
  /** An account was requested for a member's address. */
  addressTaken: LinkTexts
  login: NoticeTexts
  role: NoticeTexts
  removal: NoticeTexts
  /** Changes that members are notified of, in case somebody else made them. */
  changes: Record<Notice, string>
  roleChanged: (change: { isOfTeam: boolean; before: string; after: string }) => string
  removed: string
  concerns: (url: string) => string
  madeBy: (email: string) => string
  reportReady: {
    subject: (name: string) => string
    text: (report: { name: string; startDate: string; endDate: string; url: string; until: string }) => string
  }
  /** Below a message from another member. */
  sentBy: (sender: { email: string; url: string }) => string
}

export interface Invitation {
  account: string
  /** Name or address of the inviting member; null if it is none of the account. */
  by: string | null
}

interface LinkTexts {
  subject: string
  text: (url: string) => string
}

interface NoticeTexts {
  subject: string
  advice: (url: string) => string
}

export const notices = [
  'appAdded',
  'appRemoved',
  'smsAdded',
  'smsRemoved',
  'scratchCodesMade',
  'scratchCodesEnded',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeysRemoved',
  'passwordChanged',
  'tokenCreated',
  'emailChanged',
] as const
export type Notice = (typeof notices)[number]

const en: EmailTexts = {
  invitation: {
    subject: 'You have been invited to Assay',
    text: ({ account, by, url }) =>
      `${by ? `${by} has invited you` : 'You have been invited'} to the account "${account}" in Assay. Choose a password to join:\n\n${url}\n\nThe link works once and expires in seven days.\n`,
  },
  reset: {
    subject: 'Reset your Assay password',
    text: (url) =>
      `A password reset was requested for your login. Choose a new password:\n\n${url}\n\nThe link works once and expires in one hour. If you did not request it, you can ignore this email.\n`,
  },
  verification: {
    subject: 'Verify your email address for Assay',
    text: (url) =>
      `An account was requested for this email address. To activate it, open this link and enter the password that you chose:\n\n${url}\n\nThe link works once and expires in 24 hours. If you did not request an account, you can ignore this email.\n`,
  },
  addressTaken: {
    subject: 'You already have a login to Assay',
    text: (url) =>
      `An account was requested for this email address, but it already belongs to a member. Log in here:\n\n${url}/\n\nIf you forgot your password, you can reset it there. If you did not request an account, you can ignore this email.\n`,
  },
  login: {
    subject: 'Your Assay login methods were changed',
    advice: (url) =>
      `If this was you, or you expected it, you do not need to do anything. Otherwise, change your password immediately, review your login methods, sessions and tokens at ${url}/settings/security, and contact an administrator of your account.`,
  },
  role: {
    subject: 'Your role in Assay was changed',
    advice: () => 'If you did not expect this, contact an administrator of your account.',
  },
  removal: {
    subject: 'Your membership in Assay has ended',
    advice: () => 'If you did not expect this, contact an administrator of the account.',
  },
  changes: {
    appAdded: 'An authenticator app was added to your two-factor methods.',
    appRemoved: 'The authenticator app was removed from your two-factor methods.',
    smsAdded: 'A phone number for text message codes was added to your two-factor methods.',
    smsRemoved: 'Your phone number was removed from your two-factor methods.',
    scratchCodesMade: 'New recovery codes were generated. The previous ones no longer work.',
    scratchCodesEnded: 'Your recovery codes were deleted and no longer work.',
    passkeyAdded: 'A passkey was added. It can be used to log in without a password.',
    passkeyRemoved: 'One of your passkeys was removed.',
    passkeysRemoved: 'All of your passkeys were removed and can no longer be used to log in.',
    passwordChanged: 'Your password was changed.',
    tokenCreated: 'An API token was created for your membership.',
    emailChanged: 'The email address that you log in with was changed.',
  },
  roleChanged: ({ isOfTeam, before, after }) =>
    `Your role${isOfTeam ? ' in a team' : ''} was changed from ${before} to ${after}.`,
  removed: 'You were removed from your account. You can no longer log in to it.',
  concerns: (url) => `This concerns your login at ${url}.`,
  madeBy: (email) => `The change was made by ${email}.`,
  reportReady: {
    subject: (name) => `Report ready: ${name}`,
    text: ({ name, startDate, endDate, url, until }) =>
      `${name}, ${startDate} to ${endDate}, is ready:\n\n${url}/reports\n\nIt is kept until ${until}. To stop these emails, remove the schedule on the same page.\n`,
  },
  sentBy: ({ email, url }) => `Sent by ${email} with Assay, ${url}`,
}

const de: EmailTexts = {
  invitation: {
    subject: 'Sie wurden zu Assay eingeladen',
    text: ({ account, by, url }) =>
      `${by ? `${by} hat Sie zum Konto „${account}“ in Assay eingeladen` : `Sie wurden zum Konto „${account}“ in Assay eingeladen`}. Wählen Sie ein Passwort, um beizutreten:\n\n${url}\n\nDer Link gilt einmal und läuft in sieben Tagen ab.\n`,
  },
  reset: {
    subject: 'Ihr Assay-Passwort zurücksetzen',
    text: (url) =>
      `Für Ihren Zugang wurde ein neues Passwort angefordert. Hier können Sie es wählen:\n\n${url}\n\nDer Link gilt einmal und läuft in einer Stunde ab. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.\n`,
  },
  verification: {
    subject: 'Ihre E-Mail-Adresse für Assay bestätigen',
    text: (url) =>
      `Für diese E-Mail-Adresse wurde ein Konto angefordert. Um es freizuschalten, öffnen Sie diesen Link und geben Sie das Passwort ein, das Sie gewählt haben:\n\n${url}\n\nDer Link gilt einmal und läuft in 24 Stunden ab. Wenn Sie kein Konto angefordert haben, können Sie diese E-Mail ignorieren.\n`,
  },
  addressTaken: {
    subject: 'Sie haben bereits einen Zugang zu Assay',
    text: (url) =>
      `Für diese E-Mail-Adresse wurde ein Konto angefordert, sie gehört aber bereits einem Mitglied. Hier können Sie sich anmelden:\n\n${url}/\n\nWenn Sie Ihr Passwort vergessen haben, können Sie es dort zurücksetzen. Wenn Sie kein Konto angefordert haben, können Sie diese E-Mail ignorieren.\n`,
  },
  login: {
    subject: 'Ihre Anmeldemethoden für Assay wurden geändert',
    advice: (url) =>
      `Wenn Sie das selbst waren oder erwartet haben, müssen Sie nichts tun. Andernfalls ändern Sie sofort Ihr Passwort, prüfen Sie Ihre Anmeldemethoden, Sitzungen und Tokens unter ${url}/settings/security und wenden Sie sich an die Administration Ihres Kontos.`,
  },
  role: {
    subject: 'Ihre Rolle in Assay wurde geändert',
    advice: () => 'Wenn Sie das nicht erwartet haben, wenden Sie sich an die Administration Ihres Kontos.',
  },
  removal: {
    subject: 'Ihre Mitgliedschaft in Assay ist beendet',
    advice: () => 'Wenn Sie das nicht erwartet haben, wenden Sie sich an die Administration des Kontos.',
  },
  changes: {
    appAdded: 'Ihrer Zwei-Faktor-Authentisierung wurde eine Authenticator-App hinzugefügt.',
    appRemoved: 'Die Authenticator-App wurde aus Ihrer Zwei-Faktor-Authentisierung entfernt.',
    smsAdded: 'Ihrer Zwei-Faktor-Authentisierung wurde eine Telefonnummer für SMS-Codes hinzugefügt.',
    smsRemoved: 'Ihre Telefonnummer wurde aus Ihrer Zwei-Faktor-Authentisierung entfernt.',
    scratchCodesMade: 'Es wurden neue Wiederherstellungscodes erzeugt. Die bisherigen gelten nicht mehr.',
    scratchCodesEnded: 'Ihre Wiederherstellungscodes wurden gelöscht und gelten nicht mehr.',
    passkeyAdded: 'Ein Passkey wurde hinzugefügt. Mit ihm ist eine Anmeldung ohne Passwort möglich.',
    passkeyRemoved: 'Einer Ihrer Passkeys wurde entfernt.',
    passkeysRemoved: 'Alle Ihre Passkeys wurden entfernt. Mit ihnen ist keine Anmeldung mehr möglich.',
    passwordChanged: 'Ihr Passwort wurde geändert.',
    tokenCreated: 'Für Ihre Mitgliedschaft wurde ein API-Token erstellt.',
    emailChanged: 'Die E-Mail-Adresse, mit der Sie sich anmelden, wurde geändert.',
  },
  roleChanged: ({ isOfTeam, before, after }) =>
    `Ihre Rolle${isOfTeam ? ' in einem Team' : ''} wurde von ${before} in ${after} geändert.`,
  removed: 'Sie wurden aus Ihrem Konto entfernt und können sich dort nicht mehr anmelden.',
  concerns: (url) => `Das betrifft Ihren Zugang unter ${url}.`,
  madeBy: (email) => `Die Änderung stammt von ${email}.`,
  reportReady: {
    subject: (name) => `Bericht fertig: ${name}`,
    text: ({ name, startDate, endDate, url, until }) =>
      `${name}, ${startDate} bis ${endDate}, ist fertig:\n\n${url}/reports\n\nDer Bericht wird bis ${until} aufbewahrt. Um diese E-Mails abzubestellen, entfernen Sie den Zeitplan auf derselben Seite.\n`,
  },
  sentBy: ({ email, url }) => `Gesendet von ${email} mit Assay, ${url}`,
}

export const emailTexts = { en, de }
