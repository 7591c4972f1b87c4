import type { Translation } from '../../language/translation.ts'
import type { accounts as english } from '../accounts.ts'

export const accounts: Translation<typeof english> = {
  title: 'Konten',
  lead: 'Mitglieder sehen immer nur die Daten ihres eigenen Kontos.',
  onlyOperator: 'Nur Administratoren des Betreiberkontos können dies sehen.',
  columns: { name: 'Name', email: 'E-Mail-Adresse', plan: 'Tarif', features: 'Funktionen', status: 'Status' },
  operator: 'Betreiber',
  active: 'Aktiv',
  closed: 'Geschlossen',
  add: 'Neues Konto',
  create: 'Konto anlegen',
  emailHint: 'An diese Adresse geht die Einladung der ersten Administratorin oder des ersten Administrators.',
  created: (name) => `Konto „${name}“ angelegt.`,
  mailed: 'Die Einladung wurde per E-Mail verschickt.',
  shareLink: 'Es ist kein E-Mail-Versand eingerichtet. Geben Sie diesen Link selbst weiter.',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  save: 'Speichern',
  close: 'Schließen',
  closeOf: (name) => `${name} schließen`,
  closeTitle: (name) => `${name} schließen?`,
  closeText:
    'Die Mitglieder werden abgemeldet und können sich nicht mehr anmelden. Die Daten bleiben erhalten, bis das Konto wieder geöffnet wird.',
  reopen: 'Wieder öffnen',
  reopenOf: (name) => `${name} wieder öffnen`,
  reopened: (name) => `${name} wieder geöffnet.`,
  remove: 'Löschen',
  removeOf: (name) => `${name} löschen`,
  removeTitle: (name) => `${name} löschen?`,
  removeText: 'Löscht endgültig alle Projekte, Scans, Mitglieder und Tokens des Kontos.',
}
