import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { history as english } from '../history.ts'

const days = (count: number) => plural(count, 'Tag', 'Tage')

export const history: Translation<typeof english> = {
  title: 'Verlauf der Befunde',
  lead: 'Die Befunde hinter dem Verlauf: neu oder geschlossen in einem Zeitraum, oder heute offen',
  list: 'Befunde',
  failed: 'Die Befunde konnten nicht geladen werden.',
  forbidden: { title: 'Keine Berechtigung, Schwachstellen zu sehen' },
  none: 'Keine Befunde in diesem Zeitraum',
  noneHint: 'Nichts kam hinzu oder wurde geschlossen.',
  noMatch: 'Keine Befunde entsprechen den Filtern',
  event: 'Zeige',
  events: { opened: 'Neue', closed: 'Geschlossene', open: 'Heute offene' },
  counts: {
    opened: (count) => `${formatNumber(count)} neu`,
    closed: (count) => `${formatNumber(count)} geschlossen`,
    open: (count) => `${formatNumber(count)} offen`,
  },
  cause: 'Grund',
  anyCause: 'Beliebig',
  age: 'Offen seit',
  anyAge: 'Beliebig',
  ageFrom: (count) => `${plural(count, 'Tag', 'Tagen')} oder länger`,
  from: 'Von',
  to: 'Bis',
  project: 'Projekt',
  projectHint: 'Name oder URL des Projekts',
  columns: {
    id: 'Schwachstelle',
    severity: 'Schweregrad',
    package: 'Paket',
    project: 'Projekt',
    opened: 'Neu',
    closed: 'Geschlossen',
    days: 'Dauer bis zum Fix',
  },
  isOpen: 'Offen',
  days,
}
