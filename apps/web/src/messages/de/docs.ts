import type { Translation } from '../../language/translation.ts'
import type { docs as english } from '../docs.ts'

export const docs: Translation<typeof english> = {
  title: 'Doku',
  topics: 'Themen',
  groups: {
    start: 'Einstieg',
    numbers: 'Zahlen verstehen',
    decide: 'Entscheiden',
    share: 'Weitergeben',
    operate: 'Betreiben',
  },
  search: 'Doku durchsuchen',
  results: (count, text) => `${count === 1 ? '1 Abschnitt' : `${count} Abschnitte`} zu „${text}“`,
  nothing: (text) => `Keine Ergebnisse zu „${text}“`,
  nothingHint: 'Versuchen Sie weniger oder kürzere Wörter. Die API-Referenz beschreibt jeden Aufruf.',
  apiReference: 'API-Referenz',
  previous: 'Zurück',
  next: 'Weiter',
  pages: 'Vorheriges und nächstes Thema',
}
