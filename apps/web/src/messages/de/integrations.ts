import type { Translation } from '../../language/translation.ts'
import type { integrations as english } from '../integrations.ts'

export const integrations: Translation<typeof english> = {
  states: {
    featureOff: 'Funktion aus',
    none: 'Nicht eingerichtet',
    active: 'Aktiv',
    inactive: 'Aus',
    paused: 'Vom Dienst gedrosselt',
    failing: 'Fehlgeschlagene Zustellungen',
    retrying: 'Zustellungen werden wiederholt',
  },
  turnOnFeature: 'Funktion einschalten',
  featureOff: (feature) => `Die Funktion ${feature} ist in diesem Konto ausgeschaltet.`,
  setUp: 'Einrichten',
  setUpOf: (name) => `${name} einrichten`,
  edit: 'Einstellungen bearbeiten',
  editOf: (name) => `Einstellungen von ${name} bearbeiten`,
  close: 'Schließen',
  closeOf: (name) => `Einstellungen von ${name} schließen`,
  form: (name) => `Einstellungen von ${name}`,
  save: 'Speichern',
  saved: 'Gespeichert.',
  secretStored: 'Gespeichert, wird nicht angezeigt. Leer lassen, um es zu behalten.',
  active: { label: 'Aktiv', hint: 'Solange dies aus ist, wird nichts gesendet.' },
  check: 'Verbindung testen',
  checkOf: (name) => `Verbindung zu ${name} testen`,
  project: 'Projekt',
  chooseProject: 'Projekt wählen',
  sendNow: 'Jetzt senden',
  sent: 'Eingereiht. Das Zustellprotokoll zeigt das Ergebnis.',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removeText: 'Einstellungen und Geheimnisse werden gelöscht. Bereits gesendete Daten bleiben beim Dienst.',
  pausedUntil: 'Vom Dienst gedrosselt bis',
  log: {
    show: (pending, failed) =>
      ['Zustellprotokoll', pending > 0 && `${pending} ausstehend`, failed > 0 && `${failed} fehlgeschlagen`]
        .filter(Boolean)
        .join(' · '),
    title: (name) => `Zustellungen an ${name}`,
    none: 'Noch keine Zustellungen.',
    columns: {
      subject: 'Betrifft',
      state: 'Status',
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
