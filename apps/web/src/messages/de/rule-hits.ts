import { formatNumber } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { ruleHits as english } from '../rule-hits.ts'

export const ruleHits: Translation<typeof english> = {
  title: 'Treffer einer Regel',
  lead: 'Was eine Regel in den letzten Scans trifft',
  list: 'Treffer',
  failed: 'Die Treffer konnten nicht geladen werden.',
  forbidden: { title: 'Keine Berechtigung, Regeln zu sehen' },
  none: 'Keine Treffer',
  noneHint: 'Die Regel trifft nichts in den letzten Scans.',
  noMatch: 'Keine Treffer entsprechen den Filtern',
  search: 'Treffer',
  searchHint: 'CVE, Paket oder Version',
  project: 'Projekt',
  projectHint: 'Name oder URL des Projekts',
  columns: {
    hit: 'Treffer',
    severity: 'Schweregrad',
    package: 'Paket',
    project: 'Projekt',
    effect: 'Wirkung',
    scanned: 'Gescannt',
  },
  undecided: (words) => `unentschieden: ${words} unbekannt`,
  unlisted: (count) =>
    `${formatNumber(count)} weitere sind gezählt, aber nicht aufgeführt: Von einem Branch sind es die ersten 1.000.`,
}
