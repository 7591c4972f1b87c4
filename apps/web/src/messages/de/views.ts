import type { Translation } from '../../language/translation.ts'
import type { views as english } from '../views.ts'

export const views: Translation<typeof english> = {
  title: 'Ansichten',
  titleOf: (list) => `Gespeicherte Ansichten: ${list}`,
  save: 'Ansicht speichern …',
  edit: 'Ansichten bearbeiten …',
  name: 'Name',
  nameHint: 'Zum Beispiel: Kritisches im Zahlungsverkehr',
  audience: 'Sichtbar für',
  onlyMe: 'Nur Sie',
  everyone: 'Alle im Konto',
  newTitle: 'Diese Ansicht speichern',
  newHint:
    'Speichert die aktuellen Filter. Ein Zeitraum, der heute endet, endet auch künftig am jeweiligen Tag.',
  submit: 'Speichern',
  saved: (name) => `Ansicht „${name}“ gespeichert.`,
  editTitle: 'Ansichten bearbeiten',
  editOf: (name) => `Ansicht ${name} bearbeiten`,
  editOne: 'Bearbeiten',
  replace: 'Filter durch die aktuellen ersetzen',
  remove: 'Ansicht löschen',
  removed: (name) => `Ansicht „${name}“ gelöscht.`,
  by: (name) => `von ${name}`,
}
