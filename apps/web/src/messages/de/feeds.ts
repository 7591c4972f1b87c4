import { formatNumber, locale } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { feeds as english } from '../feeds.ts'

const names = new Intl.ListFormat(locale, { type: 'conjunction' })

export const feeds: Translation<typeof english> = {
  title: 'Synchronisierung',
  lead: {
    off: 'Die automatische Synchronisierung ist aus. ASSAY_ADVISORY_SOURCE setzen oder einen Ordner oder ein Archiv importieren: assay advisories sync --from path/to/osv',
    waiting: 'Die Advisories eines Ökosystems werden nach dessen erstem Scan geladen.',
    never: 'Warten auf die erste Synchronisierung',
    synced: 'Zuletzt synchronisiert',
    next: 'nächste',
  },
  queued: 'Synchronisierung in der Warteschlange',
  running: 'Synchronisierung läuft',
  rescanFollows: 'Advisories werden eingelesen. Danach wird dieses Projekt erneut gescannt.',
  count: (read, expected) =>
    expected === null ? formatNumber(read) : `${formatNumber(read)} von ${formatNumber(expected)}`,
  start: 'Jetzt synchronisieren',
  failedToStart: 'Die Synchronisierung konnte nicht gestartet werden.',
  failedToLoad: 'Der Stand der Synchronisierung konnte nicht geladen werden.',
  forbidden: { title: 'Keine Berechtigung, den Stand der Synchronisierung zu sehen' },
  failure: {
    title: (list) => `Synchronisierung fehlgeschlagen: ${names.format(list)}`,
    last: 'Zuletzt erfolgreich',
    never: 'nie',
    next: 'nächster Versuch',
  },
}
