import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { vulnerabilities as english } from '../vulnerabilities.ts'

const vulnerabilityCount = (count: number) => plural(count, 'Schwachstelle', 'Schwachstellen')

export const vulnerabilities: Translation<typeof english> = {
  title: 'Schwachstellen',
  lead: 'Jede offene Schwachstelle einmal, egal in wie vielen Projekten und Branches, nach deren letztem Scan',
  list: 'Offene Schwachstellen',
  failed: 'Die Schwachstellen konnten nicht geladen werden.',
  forbidden: { title: 'Keine Berechtigung, Schwachstellen zu sehen' },
  none: 'Keine offenen Schwachstellen',
  noneHint: 'Der letzte Scan jedes Branches hat keine gefunden.',
  noMatch: 'Keine Schwachstellen entsprechen den Filtern',
  noMatchHint: 'Kein Projekt, das Sie sehen dürfen, hat eine solche Schwachstelle.',
  search: 'Schwachstellen suchen',
  searchHint: 'CVE, GHSA oder Paket',
  severity: 'Schweregrad',
  exploitedOnly: 'Bekanntermaßen ausgenutzt',
  fix: 'Fix',
  fixes: { any: 'Beliebig', available: 'Verfügbar', none: 'Nicht verfügbar' },
  sort: 'Sortieren nach',
  orders: {
    priority: 'Dringlichkeit',
    severity: 'Schweregrad',
    epss: 'Ausnutzungswahrscheinlichkeit',
    published: 'Neuestes Advisory',
  },
  total: (vulnerabilities, findings) =>
    `${vulnerabilityCount(vulnerabilities)} · ${plural(findings, 'Befund', 'Befunde')}`,
  count: (count, hasMore) => (hasMore ? `erste ${vulnerabilityCount(count)}` : vulnerabilityCount(count)),
  columns: {
    id: 'Schwachstelle',
    severity: 'Schweregrad',
    epss: 'EPSS',
    packages: 'Pakete',
    projects: 'Projekte',
    fix: 'Behoben in',
    seen: 'Zuerst gefunden',
  },
  exploited: 'Bekanntermaßen ausgenutzt',
  exploitedHint: 'Auf einer Liste bekanntermaßen ausgenutzter Schwachstellen: der CISA oder der EU.',
  excluded: (count) => `ausgeschlossen in ${plural(count, 'Projekt', 'Projekten')}`,
  epssHint: 'Ausnutzungswahrscheinlichkeit in den nächsten 30 Tagen',
  noFix: 'Kein Fix',
  morePackages: (count) => `und ${plural(count, 'weiteres Paket', 'weitere Pakete')}`,
  moreVersions: (count) => `+${formatNumber(count)}`,
  places: (projects, branches, findings) =>
    `${plural(projects, 'Projekt', 'Projekte')}, ${plural(branches, 'Branch', 'Branches')}, ${plural(findings, 'Befund', 'Befunde')}`,
}
