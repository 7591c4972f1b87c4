import type { Translation } from '../../language/translation.ts'
import type { integrations as english } from '../integrations.ts'

export const integrations: Translation<typeof english> = {
  states: {
    featureOff: 'Funktion aus',
    none: 'Nicht eingerichtet',
    active: 'Aktiv',
    inactive: 'Aus',
    paused: 'Vom Dienst angehalten',
    failing: 'Fehlgeschlagene Zustellungen',
  },
  turnOnFeature: 'Funktion einschalten',
  featureOff: (feature) => `Die Funktion ${feature} ist in diesem Konto ausgeschaltet.`,
  summaries: {
    jira: 'Legt für ein Upgrade oder eine Schwachstelle einen Vorgang an, kommentiert ihn und schließt ihn, sobald sie behoben ist.',
    'repository-issues':
      'Legt ein Issue an, wo der Code liegt, kommentiert es und schließt es, sobald die Schwachstelle behoben ist.',
    datadog:
      'Sendet Scores, offene Schwachstellen, ihr Alter und Behebungen als Metriken, täglich und nach Scans.',
    rkvst: 'Veröffentlicht die SBOMs verknüpfter Branches in einem Provenance-Ledger.',
  },
  setUp: 'Einrichten',
  setUpOf: (name) => `${name} einrichten`,
  edit: 'Einstellungen bearbeiten',
  editOf: (name) => `Einstellungen von ${name} bearbeiten`,
  close: 'Schließen',
  closeOf: (name) => `Einstellungen von ${name} schließen`,
  form: (name) => `Einstellungen von ${name}`,
  save: 'Speichern',
  saved: 'Gespeichert.',
  secretStored: 'Gespeichert und nicht wieder angezeigt. Leer lassen, um es zu behalten.',
  active: { label: 'Aktiv', hint: 'Solange ausgeschaltet, wird nichts gesendet.' },
  check: 'Verbindung testen',
  checkOf: (name) => `Verbindung zu ${name} testen`,
  project: 'Projekt',
  chooseProject: 'Projekt wählen',
  sendNow: 'Jetzt senden',
  sent: 'In der Warteschlange. Das Zustellprotokoll zeigt, wann es erledigt ist.',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removeText: 'Einstellungen und Geheimnisse werden gelöscht. Was gesendet wurde, bleibt beim Dienst.',
  pausedUntil: 'Der Dienst will nichts empfangen vor',
  log: {
    show: (pending, failed) =>
      ['Zustellprotokoll', pending > 0 && `${pending} ausstehend`, failed > 0 && `${failed} fehlgeschlagen`]
        .filter(Boolean)
        .join(' · '),
    title: (name) => `Zustellungen an ${name}`,
    none: 'Es wurde noch nichts gesendet.',
    columns: {
      subject: 'Gegenstand',
      state: 'Zustand',
      result: 'Ergebnis',
      attempts: 'Versuche',
      created: 'Eingereiht',
    },
    retry: 'Wiederholen',
    retryOf: (subject) => `Wiederholen: ${subject}`,
    older: 'Ältere anzeigen',
    states: {
      queued: { label: 'Eingereiht', variant: 'plain' },
      sending: { label: 'Wird gesendet', variant: 'plain' },
      retrying: { label: 'Wird wiederholt', variant: 'warm' },
      waiting: { label: 'Wartet', variant: 'warm' },
      delivered: { label: 'Zugestellt', variant: 'good' },
      failed: { label: 'Fehlgeschlagen', variant: 'bad' },
      skipped: { label: 'Übersprungen', variant: 'plain' },
    },
  },
}
