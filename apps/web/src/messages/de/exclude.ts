import { plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { exclude as english } from '../exclude.ts'

const findingCount = (count: number) => plural(count, 'Befund', 'Befunde')

export const exclude: Translation<typeof english> = {
  start: 'Ausschließen …',
  end: 'Ausnahme entfernen',
  pending: 'Ausgeschlossen, erneuter Scan steht aus',
  hint: 'Scannt den Branch erneut, ohne diesen Befund',
  hintOfAll: 'Scannt den Branch erneut, ohne diese Befunde',
  notAllowed: 'Keine Berechtigung, Ausnahmen zu ändern',
  title: (name) => `Diesen Befund in ${name} ausschließen`,
  titleOfAll: (count, name) => `${findingCount(count)} in ${name} ausschließen`,
  startOf: (name) => `Befunde in ${name} ausschließen`,
  why: 'Grund',
  choose: 'Grund wählen',
  reasons: {
    mitigated: ['Mitigiert', 'Durch eine andere Maßnahme entschärft'],
    unapplicable: ['Nicht zutreffend', 'Der verwundbare Code wird nicht verwendet'],
  },
  where: 'Geltungsbereich',
  reaches: {
    project: ['Dieses Projekt', 'Alle Branches'],
    account: ['Alle Projekte', 'Jedes Projekt des Kontos'],
  },
  submit: 'Ausschließen',
  cancel: 'Abbrechen',
  done: (count) => `${findingCount(count)} ausgeschlossen. Erneuter Scan läuft …`,
  doneWithoutScan: (count) => `${findingCount(count)} ab dem nächsten Scan ausgeschlossen.`,
  rescanned: 'Erneuter Scan abgeschlossen.',
  rescanFailed: 'Der erneute Scan ist fehlgeschlagen. Die Ausnahme gilt ab dem nächsten Scan.',
  partly: (done, all) => `${done} von ${plural(all, 'Befund', 'Befunden')} ausgeschlossen.`,
  ended: 'Ausnahme entfernt. Erneuter Scan läuft …',
  endedWithoutScan: 'Ausnahme entfernt. Der Befund zählt ab dem nächsten Scan wieder.',
  undo: 'Rückgängig',
  findings: 'Auszuschließende Befunde',
  failed: 'Die Befunde konnten nicht geladen werden.',
  none: 'Im letzten Scan gibt es keine offenen Befunde dieses Pakets.',
}
