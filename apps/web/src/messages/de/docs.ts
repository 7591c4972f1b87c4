import type { Translation } from '../../language/translation.ts'
import type { docs as english } from '../docs.ts'

export const docs: Translation<typeof english> = {
  title: 'Doku',
  topics: 'Themen',
  search: 'Doku durchsuchen',
  results: (count, text) => `${count === 1 ? '1 Abschnitt' : `${count} Abschnitte`} zu „${text}“`,
  nothing: (text) => `Nichts zu „${text}“`,
  nothingHint: 'Weniger oder kürzere Wörter versuchen. Die API-Referenz beschreibt jeden Aufruf.',
  apiReference: 'API-Referenz',
  previous: 'Zurück',
  next: 'Weiter',
  pages: 'Voriges und nächstes Thema',
}
