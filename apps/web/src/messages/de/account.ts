import type { Translation } from '../../language/translation.ts'
import type { account as english } from '../account.ts'

export const account: Translation<typeof english> = {
  undo: 'Rückgängig',
  saved: 'Gespeichert.',
  identity: {
    title: 'Kontodaten',
    lead: 'Für Mitglieder sichtbar und in E-Mails verwendet.',
    name: 'Name',
    email: 'E-Mail-Adresse',
    save: 'Speichern',
  },
  logo: {
    title: 'Logo',
    lead: 'Erscheint oben in PDF- und HTML-Berichten.',
    none: 'Kein Logo.',
    choose: 'Bild auswählen',
    remove: 'Entfernen',
    unreadable: 'Diese Datei ist kein Bild, das der Browser lesen kann.',
  },
  scoring: {
    title: 'Security-Score',
    lead: 'Wie viele Punkte jede Schwachstelle von 100 abzieht. Gilt ab dem nächsten Scan.',
    modes: {
      cvss: { label: 'Nach CVSS', hint: '5 × CVSS-Score. Ein Vorschlag zieht 0,25 ab.' },
      severity: { label: 'Nach Schweregrad', hint: 'Kritisch 25, hoch 20, mittel 10, niedrig 5.' },
      graded: {
        label: 'Abgestuft',
        hint: 'Jede Verdopplung der Punkte nach Schweregrad kostet etwa 10: Eine kritische Schwachstelle lässt 82 übrig, vier lassen 65. Vorgabe neuer Konten.',
      },
    },
    changed: 'Berechnung geändert. Sie gilt ab dem nächsten Scan.',
  },
  coolDown: {
    title: 'Wartezeit für neue Releases',
    lead: 'Jüngere Releases werden nicht empfohlen. Sicherheitsfixes sind ausgenommen. Gilt ab dem nächsten Scan.',
    days: 'Tage',
    hint: '0 bis 365. Bei 0 werden neue Releases sofort empfohlen.',
    save: 'Speichern',
  },
  fixTargets: {
    title: 'Behebungsziele',
    lead: 'Wie lange eine Schwachstelle offen bleiben darf, gerechnet ab dem ersten Fund oder der Veröffentlichung, je nachdem, was später war. Danach ist sie überfällig.',
    hint: 'Tage; leer lassen für kein Ziel',
    save: 'Speichern',
  },
  approval: {
    title: 'Genehmigung von Entscheidungen',
    lead: 'Ob Akzeptieren, Zurückstellen, Fehlalarme und „nicht betroffen“ die Genehmigung eines anderen Mitglieds brauchen. Eine bekannt ausgenutzte Schwachstelle zurückzustellen braucht sie immer.',
    modes: {
      optional: {
        label: 'Wer Richtlinien anlegen darf, entscheidet allein',
        hint: 'Andere bitten um Genehmigung.',
      },
      required: {
        label: 'Ein anderes Mitglied muss genehmigen',
        hint: 'Niemand genehmigt die eigene Anfrage. Gilt auch für Ausnahmen.',
      },
    },
    changed: 'Genehmigung von Entscheidungen geändert.',
  },
  vex: {
    title: 'VEX-Aussagen',
    lead: 'Wirkung der Aussagen „not affected“ und „fixed“ aus VEX-Dokumenten und SBOMs. Gilt ab dem nächsten Scan.',
    effects: {
      exclude: {
        label: 'Befund ausschließen',
        hint: 'Er bleibt aufgeführt, zählt aber nicht für Scores und Summen.',
      },
      show: { label: 'Aussage nur anzeigen', hint: 'Scores und Summen bleiben gleich.' },
    },
    changed: 'Wirkung von VEX-Aussagen geändert. Sie gilt ab dem nächsten Scan.',
  },
  factor: {
    label: 'Zwei-Faktor-Authentisierung verlangen',
    hint: 'Mitglieder ohne zweiten Faktor richten ihn bei der nächsten Anmeldung ein. Laufende Sitzungen bleiben bestehen.',
    title: 'Authentisierung',
    on: 'Zwei-Faktor-Authentisierung ist jetzt Pflicht.',
    off: 'Zwei-Faktor-Authentisierung ist jetzt freiwillig.',
  },
  features: {
    title: 'Funktionen',
    lead: 'Funktionen für alle Mitglieder des Kontos ein- oder ausschalten.',
    names: {
      teams: 'Teams',
      members: 'Mitglieder',
      vulns: 'Schwachstellen',
      sso: 'Single Sign-on',
      scim: 'Provisionierung',
      rkvst: 'Provenance-Ledger',
      datadog: 'Datadog',
      jira: 'Jira',
    },
    on: (name) => `${name} eingeschaltet.`,
    off: (name) => `${name} ausgeschaltet.`,
    members: {
      openSource: 'Nicht im Tarif Open Source enthalten.',
      teams: 'Nicht verfügbar, solange Teams eingeschaltet ist.',
      always: 'Immer eingeschaltet, solange Teams ausgeschaltet ist.',
    },
  },
  plan: {
    title: 'Tarif',
    lead: 'Alle Tarife sind kostenlos und enthalten alle Funktionen; nur Mitglieder fehlt im Tarif Open Source.',
    names: { opensource: 'Open Source', professional: 'Professional', enterprise: 'Enterprise' },
    current: 'Aktueller Tarif',
    choose: 'Wählen',
    chooseOf: (name) => `${name} wählen`,
    changed: (name) => `Tarif zu ${name} geändert.`,
  },
  usage: {
    title: 'Nutzung',
    tokens: 'Scan-Kontingent',
    left: (quota) => (quota === 'unlimited' ? 'unbegrenzt' : quota),
    facts: { members: 'Mitglieder', teams: 'Teams', projects: 'Projekte', scans: 'Scans' },
  },
  support: {
    title: 'Support-Token',
    lead: 'Gibt dem Support 24 Stunden lang lesenden Zugriff auf dieses Konto.',
    none: 'Kein aktives Support-Token.',
    until: 'Das Support-Token läuft ab',
    make: 'Support-Token erstellen',
    made: 'Support-Token erstellt.',
    hint: 'An den Support senden. Das vorherige Support-Token wurde widerrufen.',
    onlyAdministrators: 'Nur Administratoren können das Token sehen und kopieren.',
  },
  end: {
    title: 'Konto schließen oder löschen',
    close: 'Konto schließen',
    closeHint:
      'Niemand kann sich mehr anmelden, auch Sie nicht. Die Daten bleiben erhalten, und der Betreiber kann das Konto wieder öffnen.',
    closeTitle: (name) => `${name} schließen?`,
    remove: 'Konto löschen',
    removeHint: 'Löscht endgültig alle Projekte, Scans, Mitglieder und Tokens.',
    removeTitle: (name) => `${name} löschen?`,
  },
}
