import type { Translation } from '../../language/translation.ts'
import type { status as english } from '../status.ts'

export const status: Translation<typeof english> = {
  title: 'Status',
  lead: 'Advisory-Daten, mit denen gescannt wird',
  columns: {
    name: 'Ökosystem',
    advisories: 'Advisories',
    newest: 'Neuester Eintrag',
    synced: 'Datenstand',
  },
  failed: 'Der Status konnte nicht geladen werden.',
  empty: 'Noch keine Advisory-Daten.',
  queue: {
    title: 'Warteschlange',
    lead: {
      own: 'Wartende und laufende Scans Ihrer Projekte',
      all: 'Wartende und laufende Jobs aller Konten',
    },
    empty: 'Die Warteschlange ist leer.',
    failedLastHour: 'Fehlgeschlagen (letzte Stunde)',
  },
}
