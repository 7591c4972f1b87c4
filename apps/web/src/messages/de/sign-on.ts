import type { Translation } from '../../language/translation.ts'
import type { provisioning as englishProvisioning, signOn as english } from '../sign-on.ts'

export const signOn: Translation<typeof english> = {
  usualName: 'Single Sign-on',
  setUp: 'Einrichten',
  setUpOf: (title) => `${title} einrichten`,
  save: 'Speichern',
  saved: 'Gespeichert.',
  remove: 'Entfernen',
  removeTitle: (title) => `${title} entfernen?`,
  removeText:
    'Mitglieder können sich nicht mehr darüber anmelden, und die verknüpften Identitäten werden gelöscht. Die Mitglieder bleiben erhalten und können eine andere Anmeldemethode verwenden.',
  register: 'Beim Identitätsanbieter registrieren',
  settings: 'Einstellungen des Identitätsanbieters',
  states: { none: 'Nicht eingerichtet', inactive: 'Inaktiv', active: 'Aktiv' },
  addresses: {
    redirect: 'Redirect URI',
    logout: 'Post-logout redirect URI',
    metadata: 'SP-Metadaten-URL',
    callback: 'ACS-URL (Antwort)',
    login: 'Anmelde-URL',
  },
  link: {
    title: 'Anmeldelink',
    lead: 'Mitglieder melden sich mit diesem Link an, oder indem sie im Anmeldedialog eine E-Mail-Adresse einer bestätigten Domain eingeben.',
  },
  active: {
    label: 'Für Mitglieder einschalten',
    hint: 'Passwörter funktionieren weiter. Solange dies aus ist, gilt der Standard-Identitätsanbieter des Servers, falls es einen gibt.',
  },
  check: {
    action: 'Testen',
    right: 'Die Konfiguration sieht gültig aus. Eine Anmeldung testet sie vollständig.',
    wrong: 'Die Prüfung der Konfiguration ist fehlgeschlagen.',
    ok: 'OK',
    notOk: 'Fehlgeschlagen',
  },
  names: {
    wrong: 'Eine je Zeile: Name beim Anbieter = Name in Assay',
    noRole: (text) => `Unbekannte Rolle „${text}“`,
    roleNames: {
      label: 'Zuordnung der Rollen',
      hint: 'Eine je Zeile. Bei gleichen Namen nicht nötig.',
      placeholder: 'engineers = Collaborator',
    },
    teamNames: {
      label: 'Zuordnung der Teams',
      hint: 'Eine je Zeile. Bei gleichen Namen nicht nötig.',
      placeholder: '4711 = Backend',
    },
  },
  oidc: {
    title: 'OpenID Connect',
    lead: 'Keycloak, Entra ID, Okta, Google Workspace, GitLab und andere.',
    none: 'Kein Identitätsanbieter eingerichtet.',
    secretKept: 'Gespeichert, wird nicht angezeigt. Ein neues ersetzt es.',
    fields: {
      name: { label: 'Name', hint: 'Steht auf der Schaltfläche zur Anmeldung' },
      issuer: { label: 'Issuer', hint: 'Basis-URL des Discovery-Dokuments' },
      clientId: { label: 'Client-ID', hint: undefined },
      clientSecret: { label: 'Client-Secret', hint: 'Leer für einen öffentlichen Client (PKCE)' },
      scopes: {
        label: 'Scopes',
        hint: 'Mit offline_access enden Sitzungen, wenn der Identitätsanbieter sie beendet',
      },
      roleClaim: { label: 'Claim für die Rolle', hint: 'Leer lassen, um Rollen in Assay zu vergeben' },
      teamsClaim: { label: 'Claim für Teams', hint: 'Leer lassen, um Teams in Assay zu verwalten' },
    },
  },
  saml: {
    title: 'SAML 2.0',
    lead: 'Für Identitätsanbieter ohne OpenID Connect.',
    none: 'Kein Identitätsanbieter eingerichtet.',
    fields: {
      name: { label: 'Name', hint: 'Steht auf der Schaltfläche zur Anmeldung' },
      url: { label: 'SSO-URL', hint: 'Wohin der Browser zur Anmeldung geleitet wird' },
      issuer: { label: 'Entity-ID', hint: 'Issuer des Identitätsanbieters' },
      certificate: {
        label: 'Zertifikat',
        hint: 'Zertifikat, das die Assertions signiert, im PEM-Format',
        placeholder: '-----BEGIN CERTIFICATE-----',
      },
    },
    sha1: {
      label: 'SHA-1 annehmen',
      hint: 'SHA-1-Signaturen lassen sich fälschen. Nur einschalten, wenn der Identitätsanbieter SHA-256 nicht unterstützt.',
    },
    attributes: {
      email: { label: 'Attribut für die E-Mail-Adresse', hint: 'Leer für die üblichen Namen' },
      name: { label: 'Attribut für den Namen', hint: 'Leer für die üblichen Namen' },
      role: { label: 'Attribut für die Rolle', hint: 'Leer lassen, um Rollen in Assay zu vergeben' },
      teams: { label: 'Attribut für Teams', hint: 'Leer lassen, um Teams in Assay zu verwalten' },
    },
  },
  ldap: {
    title: 'LDAP-Verzeichnis',
    lead: 'Mitglieder melden sich mit Benutzername und Passwort des Verzeichnisses an: Active Directory, OpenLDAP, 389 Directory Server und andere.',
    none: 'Kein Verzeichnis eingerichtet.',
    usualName: 'Verzeichnis',
    namesHint: 'Eine Gruppe je Zeile, mit Common Name oder Distinguished Name. Andere zählen nicht.',
    fields: {
      name: { label: 'Name', hint: 'Steht im Anmeldedialog' },
      urls: { label: 'Server', hint: 'ldaps://…, oder ldap://… mit StartTLS; der Reihe nach' },
      bindDn: { label: 'Dienstbenutzer', hint: 'Distinguished Name des Benutzers, der sucht' },
      bindPassword: { label: 'Sein Passwort', hint: 'Nicht nötig, wenn jeder suchen darf' },
      baseDn: { label: 'Suchbasis', hint: 'Etwa ou=people,dc=example,dc=org' },
      userFilter: { label: 'Filter für Personen', hint: '{login} ist der eingegebene Name' },
      emailAttribute: { label: 'Attribut für die E-Mail-Adresse', hint: undefined },
      nameAttribute: { label: 'Attribut für den Namen', hint: undefined },
      idAttribute: { label: 'Attribut für die Kennung', hint: 'Leer für die üblichen' },
      certificate: {
        label: 'Zertifizierungsstelle',
        hint: 'Im PEM-Format. Leer, wenn eine öffentliche Stelle das Zertifikat signiert.',
        placeholder: '-----BEGIN CERTIFICATE-----',
      },
      groupBaseDn: {
        label: 'Suchbasis der Gruppen',
        hint: 'Leer lassen, um Rollen und Teams in Assay zu verwalten',
      },
      groupFilter: { label: 'Filter für Gruppen', hint: '{dn} und {uid} sind die des Mitglieds' },
    },
    nestsGroups: {
      label: 'Verschachtelte Gruppen',
      hint: 'Mitglieder einer Gruppe in einer zugeordneten Gruppe zählen auch.',
    },
    trustsAddresses: {
      label: 'Adressen sind bestätigt',
      hint: 'Nur einschalten, wenn niemand seine eigene Adresse im Verzeichnis ändern kann: Sie verbindet mit Mitgliedern.',
    },
  },
  domains: {
    title: 'Automatische Mitgliedschaft',
    lead: 'Personen mit einer E-Mail-Adresse dieser Domains werden bei der ersten Anmeldung über Ihren Identitätsanbieter Mitglied. Alle anderen brauchen eine Einladung.',
    domain: 'Domain',
    add: 'Domain hinzufügen',
    role: 'Standardrolle',
    verify: 'Bestätigen',
    verifyOf: (domain) => `${domain} bestätigen`,
    remove: 'Entfernen',
    removeOf: (domain) => `${domain} entfernen`,
    recordName: (domain) => `TXT-Eintrag für ${domain}`,
    recordValue: 'Wert',
    states: {
      verified: {
        label: 'Bestätigt',
        variant: 'good',
        hint: 'Der DNS-Eintrag bestätigt, dass Ihnen die Domain gehört.',
      },
      trusted: {
        label: 'Vertrauenswürdig',
        variant: 'plain',
        hint: 'Vertrauenswürdig, weil dies das Konto des Betreibers ist. Nach der Bestätigung leitet der Anmeldedialog ihre Adressen zu Ihrem Identitätsanbieter.',
      },
      unverified: {
        label: 'Nicht bestätigt',
        variant: 'warm',
        hint: 'Noch ohne Wirkung. Diesen Eintrag im DNS der Domain anlegen, dann bestätigen.',
      },
      freeMail: {
        label: 'Öffentlicher E-Mail-Anbieter',
        variant: 'bad',
        hint: 'Eine solche Adresse kann jeder bekommen, sie begründet daher keine Mitgliedschaft.',
      },
    },
  },
}

export const provisioning: Translation<typeof englishProvisioning> = {
  connect: {
    title: 'Identitätsanbieter konfigurieren',
    lead: 'SCIM 2.0 mit Benutzern und Gruppen. Für Bearer-Authentisierung das Token eingeben, für Basic-Authentisierung den Benutzernamen und das Token als Passwort.',
    baseUrl: 'Basis-URL',
    user: 'Benutzername',
  },
  token: {
    title: 'Tokens',
    lead: 'SCIM-Tokens gelten nur für SCIM. Sie werden widerrufen, wenn ihr Mitglied entfernt wird.',
    add: 'Neues SCIM-Token',
    name: 'SCIM',
    made: 'SCIM-Token erstellt.',
    shownOnce: 'Jetzt kopieren. Es wird nicht wieder angezeigt.',
    none: 'Keine SCIM-Tokens. Eines erstellen, um den Identitätsanbieter zu verbinden.',
    revoke: 'Widerrufen',
    revokeOf: (day) => `Token vom ${day} widerrufen`,
    revokeTitle: 'Dieses Token widerrufen?',
    revokeText:
      'Der Identitätsanbieter, der es verwendet, kann nichts mehr ändern. Mitglieder und Teams bleiben.',
    columns: { member: 'Erstellt von', made: 'Erstellt', lastUsed: 'Zuletzt verwendet' },
    neverUsed: 'Nie',
    unknown: 'ehemaliges Mitglied',
  },
  state: {
    title: 'Stand der Provisionierung',
    users: 'Mitglieder',
    groups: 'Teams',
    changed: 'Letzte Änderung',
    seen: 'Letzte Anfrage',
    never: 'Nie',
  },
  mapping: {
    title: 'Zuordnung der Attribute',
    columns: { there: 'SCIM', here: 'Assay' },
    rows: [
      [
        'userName',
        'Anmeldename beim Identitätsanbieter; dient als E-Mail-Adresse, wenn keine andere gesendet wird',
      ],
      ['emails', 'E-Mail-Adresse (primäre)'],
      ['displayName, name', 'Name'],
      ['active', 'Aktiv oder deaktiviert; Sitzungen enden sofort'],
      ['roles', 'Rolle im Konto; Viewer, wenn keine gesendet wird'],
      ['groups', 'Teams; neue Mitglieder erhalten die niedrigste Teamrolle'],
    ],
  },
}
