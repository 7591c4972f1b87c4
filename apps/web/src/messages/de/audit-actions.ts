import type { Translation } from '../../language/translation.ts'
import type { auditActions as english } from '../audit-actions.ts'
import { intakeActions } from './intake-actions.ts'
import { triageActions } from './triage-actions.ts'

export const auditActions: Translation<typeof english> = {
  credentials: {
    title: 'Anmeldung und Passwort',
    actions: {
      login: 'Angemeldet',
      challenge: 'Passwort eingegeben, zweiter Faktor nötig',
      failed: 'Anmeldung fehlgeschlagen',
      lockedOut: 'Anmeldung abgewiesen: zu viele Fehlversuche',
      logout: 'Abgemeldet',
      verify: 'Konto aktiviert',
      forget: 'Zurücksetzen des Passworts angefordert',
      reset: 'Passwort zurückgesetzt',
      change: 'Passwort geändert',
    },
  },
  access: { title: 'Zugriff', actions: { refused: 'Abgewiesen: keine Berechtigung' } },
  integrations: {
    title: 'Integrationen',
    actions: {
      save: 'Integration eingerichtet',
      activate: 'Integration ein- oder ausgeschaltet',
      remove: 'Integration entfernt',
      retry: 'Zustellung wiederholt',
    },
  },
  rkvst: {
    title: 'DataTrails (RKVST)',
    actions: {
      link: 'Branch verknüpft',
      unlink: 'Verknüpfung eines Branches gelöst',
      publish: 'SBOM eines Branches veröffentlicht',
      publishSbom: 'SBOM veröffentlicht',
      withdrawSbom: 'SBOM zurückgezogen',
      saveCredentials: 'DataTrails eingerichtet',
    },
  },
  jira: {
    title: 'Jira',
    actions: {
      saveConfig: 'Jira eingerichtet',
      saveProjectConfig: 'Jira für ein Projekt eingerichtet',
      createIssue: 'Vorgang in Jira angelegt',
    },
  },
  barista: {
    title: 'Assistent',
    actions: {
      allow: 'Assistent ein- oder ausgeschaltet',
      saveService: 'Modell des Assistenten eingerichtet',
      removeService: 'Modell des Assistenten entfernt',
      createWithSummary: 'Unterhaltung mit dem Assistenten begonnen',
      createAround: 'Unterhaltung mit dem Assistenten über eine Schwachstelle begonnen',
      ask: 'Assistent gefragt',
      sent: 'Fakten an das Modell des Assistenten gesendet',
      remove: 'Unterhaltung mit dem Assistenten gelöscht',
      removeAll: 'Alle Unterhaltungen mit dem Assistenten gelöscht',
    },
  },
  datadog: {
    title: 'Datadog',
    actions: { saveSetup: 'Datadog eingerichtet', sendNow: 'Metriken an Datadog gesendet' },
  },
  reauthentication: { title: 'Erneute Anmeldung', actions: { confirm: 'Identität bestätigt' } },
  mfa: {
    title: 'Zwei-Faktor-Authentisierung',
    actions: {
      makeScratchCodes: 'Wiederherstellungscodes erzeugt',
      removeScratchCodes: 'Wiederherstellungscodes gelöscht',
      sendSms: 'Code per SMS angefordert',
      validate: 'Zweiten Faktor eingegeben',
      initializeApp: 'Einrichtung der Authenticator-App begonnen',
      deactivateApp: 'Authenticator-App entfernt',
      change: 'Zwei-Faktor-Methoden entfernt',
    },
  },
  passkeys: {
    title: 'Passkeys',
    actions: { register: 'Passkey hinzugefügt', rename: 'Passkey umbenannt', remove: 'Passkey entfernt' },
  },
  saml: {
    title: 'SAML',
    actions: {
      callback: 'SAML-Antwort empfangen',
      callbackOfAccount: 'SAML-Antwort empfangen (Anbieter des Kontos)',
    },
  },
  sessions: {
    title: 'Sitzungen',
    actions: {
      revoke: 'Sitzung widerrufen',
      endedByReuse: 'Sitzung beendet: Refresh-Token wiederverwendet',
      endedByProvider: 'Sitzung vom Identitätsanbieter beendet',
    },
  },
  badges: { title: 'Badges', actions: { configure: 'Sichtbarkeit von Badges geändert' } },
  accounts: {
    title: 'Konto',
    actions: {
      create: 'Konto angelegt',
      update: 'Kontodaten geändert',
      remove: 'Konto gelöscht',
      activate: 'Konto geschlossen oder wieder geöffnet',
      setFeatures: 'Funktionen geändert',
      setPlan: 'Tarif geändert',
      makeSupportToken: 'Support-Token erstellt',
      configure: 'Mindestwerte oder Berechnung geändert',
    },
  },
  tokens: {
    title: 'API-Tokens',
    actions: {
      create: 'API-Token erstellt',
      update: 'API-Token geändert',
      revoke: 'API-Token widerrufen',
      misused: 'Ungültiger API-Token verwendet',
    },
  },
  policies: {
    title: 'Lizenzrichtlinien',
    actions: {
      create: 'Lizenzrichtlinie angelegt',
      update: 'Lizenzrichtlinie geändert',
      remove: 'Lizenzrichtlinie gelöscht',
    },
  },
  rules: {
    title: 'Richtlinienregeln',
    actions: { create: 'Regel angelegt', update: 'Regel geändert', remove: 'Regel gelöscht' },
  },
  properties: {
    title: 'Eigenschaften',
    actions: {
      setOfAccount: 'Eigenschaft des Kontos geändert',
      setOfTeam: 'Eigenschaft eines Teams geändert',
    },
  },
  members: {
    title: 'Mitglieder',
    actions: {
      add: 'Mitglied eingeladen',
      update: 'Mitglied geändert',
      remove: 'Mitglied entfernt',
      invite: 'Einladung oder Link zum Zurücksetzen erstellt',
      endSession: 'Sitzung eines Mitglieds widerrufen',
      setPrimaryTeam: 'Hauptteam geändert',
    },
  },
  teams: {
    title: 'Teams',
    actions: {
      create: 'Team angelegt',
      update: 'Team geändert',
      remove: 'Team gelöscht',
      addMember: 'Mitglied zum Team hinzugefügt',
      updateMember: 'Rolle im Team geändert',
      removeMember: 'Mitglied aus dem Team entfernt',
    },
  },
  tags: {
    title: 'Tags',
    actions: { create: 'Tag angelegt', update: 'Tag geändert', remove: 'Tag gelöscht' },
  },
  groups: {
    title: 'Gruppen',
    actions: {
      create: 'Gruppe angelegt',
      update: 'Gruppe geändert',
      remove: 'Gruppe gelöscht',
      changeProjects: 'Projekte einer Gruppe geändert',
      setTeams: 'Teams einer Gruppe geändert',
    },
  },
  versions: {
    title: 'Versionen',
    actions: {
      create: 'Version veröffentlicht',
      update: 'Version geändert',
      remove: 'Version zurückgezogen',
    },
  },
  publications: {
    title: 'Geteilte Dokumente von Versionen',
    actions: { publish: 'Dokumente geteilt', withdraw: 'Dokumente nicht mehr geteilt' },
  },
  scim: {
    title: 'SCIM',
    actions: {
      createUser: 'Mitglied hinzugefügt (SCIM)',
      replaceUser: 'Mitglied ersetzt (SCIM)',
      patchUser: 'Mitglied geändert (SCIM)',
      removeUser: 'Mitglied entfernt (SCIM)',
      createGroup: 'Team angelegt (SCIM)',
      replaceGroup: 'Team ersetzt (SCIM)',
      patchGroup: 'Team geändert (SCIM)',
      removeGroup: 'Team gelöscht (SCIM)',
    },
  },
  sso: {
    title: 'Single Sign-on',
    actions: {
      putOidc: 'OpenID-Connect-Anbieter geändert',
      putLdap: 'LDAP-Verzeichnis geändert',
      putSaml: 'SAML-Anbieter geändert',
      activate: 'Identitätsanbieter ein- oder ausgeschaltet',
      remove: 'Identitätsanbieter entfernt',
      setDomains: 'Domains geändert',
      verifyDomain: 'Domain bestätigt',
    },
  },
  projects: {
    title: 'Projekte',
    actions: {
      create: 'Projekt angelegt',
      update: 'Projekt geändert',
      archive: 'Projekt archiviert',
      restore: 'Projekt wiederhergestellt',
      remove: 'Projekt gelöscht',
      removeBranch: 'Branch gelöscht',
    },
  },
  ...intakeActions,
  tickets: { title: 'Issues', actions: { create: 'Issue angelegt' } },
  pullServer: { title: 'Repositorys', actions: { refresh: 'Repository gescannt' } },
  fixes: { title: 'Upgrades', actions: { decide: 'Upgrade zugewiesen oder zurückgestellt' } },
  reports: {
    title: 'Berichte',
    actions: {
      recompute: 'Erneuten Scan gestartet',
      recomputeOf: 'Erneuten Scan aus einem Bericht gestartet',
      declareOutcome: 'Ergebnis festgelegt',
    },
  },
  eras: {
    title: 'Erstellte Berichte',
    actions: {
      create: 'Bericht angefordert',
      createSchedule: 'Bericht geplant',
      removeSchedule: 'Geplanten Bericht gelöscht',
      remove: 'Erstellten Bericht gelöscht',
    },
  },
  reportExports: {
    title: 'Berichtsexporte',
    actions: { makeBible: 'Lizenzinventar angefordert', addPullRequests: 'Pull-Requests erfasst' },
  },
  gaps: {
    title: 'Lücken der Abdeckung',
    actions: { accept: 'Lücke akzeptiert', remove: 'Akzeptierte Lücke entfernt' },
  },
  ...triageActions,
  exclusions: {
    title: 'Ausnahmen',
    actions: {
      create: 'Ausnahme angelegt',
      remove: 'Ausnahme entfernt',
      createFor: 'Ausnahme nach Name angelegt',
      removeFor: 'Ausnahme nach Name entfernt',
    },
  },
  isaac: { title: 'Infrastruktur', actions: { setPolicy: 'Infrastrukturrichtlinie geändert' } },
  quotas: { title: 'Kontingente', actions: { save: 'Kontingente eines Kontos geändert' } },
  personalData: { title: 'Personenbezogene Daten', actions: { erase: 'Mitglied gelöscht' } },
  retention: {
    title: 'Aufbewahrung',
    actions: {
      save: 'Aufbewahrung geändert',
      removed: 'Nicht länger Aufbewahrtes entfernt',
      createHold: 'Aufbewahrungspflicht gesetzt',
      releaseHold: 'Aufbewahrungspflicht aufgehoben',
    },
  },
  trustedKeys: {
    title: 'Vertraute Schlüssel',
    actions: { add: 'Schlüssel vertraut', remove: 'Vertrauten Schlüssel entfernt' },
  },
  trustedRoots: {
    title: 'Sigstore-Wurzeln',
    actions: { add: 'Wurzel vertraut', update: 'Wurzel geändert', remove: 'Wurzel entfernt' },
  },
  ownAdvisories: {
    title: 'Eigene Advisories',
    actions: {
      create: 'Advisory verfasst',
      update: 'Advisory geändert',
      setWithdrawn: 'Advisory zurückgezogen oder in Kraft gesetzt',
      import: 'Advisories importiert',
    },
  },
  overrides: {
    title: 'Eigene Lizenzangaben',
    actions: {
      setLicense: 'Lizenzangabe gesetzt',
      removeLicense: 'Lizenzangabe entfernt',
      setCopyright: 'Copyright-Angabe gesetzt',
      removeCopyright: 'Copyright-Angabe entfernt',
    },
  },
  images: {
    title: 'Images',
    actions: {
      add: 'Image beobachtet',
      update: 'Beobachtetes Image geändert',
      remove: 'Image nicht mehr beobachtet',
      saveLogin: 'Anmeldung bei Registry gespeichert',
      removeLogin: 'Anmeldung bei Registry entfernt',
    },
  },
  registries: {
    title: 'Paket-Registrys',
    actions: {
      create: 'Paket-Registry hinzugefügt',
      update: 'Paket-Registry geändert',
      remove: 'Paket-Registry entfernt',
    },
  },
  vex: { title: 'VEX', actions: { add: 'VEX-Dokument hinzugefügt', remove: 'VEX-Dokument zurückgezogen' } },
  advisoryDatabases: {
    title: 'Advisory-Daten',
    actions: { sync: 'Advisories synchronisiert', upload: 'Advisories hochgeladen' },
  },
  knowledge: {
    title: 'Datenarchive',
    actions: { beginImport: 'Upload eines Archivs begonnen', start: 'Archiv importiert' },
  },
  jobs: {
    title: 'Jobs',
    actions: {
      retry: 'Fehlgeschlagenen Job wiederholt',
      retryAll: 'Fehlgeschlagene Jobs wiederholt',
      dismiss: 'Fehlgeschlagenen Job verworfen',
      dismissAll: 'Fehlgeschlagene Jobs verworfen',
    },
  },
  demo: { title: 'Demodaten', actions: { load: 'Demodaten geladen', remove: 'Demodaten entfernt' } },
  notifications: {
    title: 'Benachrichtigungen',
    actions: {
      configure: 'Standardkanäle geändert',
      test: 'Standardkanal getestet',
      sendEmail: 'E-Mail an Mitglieder gesendet',
      unsubscribe: 'E-Mails abbestellt',
    },
  },
  notificationChannels: {
    title: 'Benachrichtigungskanäle',
    actions: {
      create: 'Kanal angelegt',
      update: 'Kanal geändert',
      rotate: 'Signaturschlüssel erzeugt',
      test: 'Testnachricht gesendet',
      remove: 'Kanal gelöscht',
    },
  },
  notificationDeliveries: { title: 'Zustellungen', actions: { redeliver: 'Nachricht erneut gesendet' } },
  notificationRules: {
    title: 'Benachrichtigungsregeln',
    actions: {
      create: 'Benachrichtigungsregel angelegt',
      update: 'Benachrichtigungsregel geändert',
      remove: 'Benachrichtigungsregel gelöscht',
    },
  },
  savedViews: {
    title: 'Gespeicherte Ansichten',
    actions: {
      create: 'Ansicht gespeichert',
      update: 'Gespeicherte Ansicht geändert',
      remove: 'Gespeicherte Ansicht gelöscht',
    },
  },
  ownNotificationRules: {
    title: 'Persönliche Benachrichtigungsregeln',
    actions: {
      create: 'Persönliche Benachrichtigungsregel angelegt',
      update: 'Persönliche Benachrichtigungsregel geändert',
      remove: 'Persönliche Benachrichtigungsregel gelöscht',
    },
  },
  users: { title: 'Profil', actions: { update: 'Eigene Sprache geändert' } },
  inbox: { title: 'Posteingang', actions: { markRead: 'Nachrichten als gelesen markiert' } },
  slackSetup: { title: 'Slack-Einrichtung', actions: { borrow: 'Slack-Einrichtung gesperrt' } },
}
