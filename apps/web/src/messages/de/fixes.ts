import { germanSeverityWords } from '@assay/engine/severity-names.ts'
import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { fixes as english } from '../fixes.ts'

const upgradeCount = (count: number) => plural(count, 'Upgrade', 'Upgrades')
const findingCount = (count: number) => plural(count, 'Befund', 'Befunde')

const projectsWithIn = (count: number) => plural(count, 'Projekt', 'Projekten')

const shownVersions = 3
const firstOf = (versions: readonly string[]) => {
  const more = versions.length - shownVersions
  return `${versions.slice(0, shownVersions).join(', ')}${more > 0 ? ` +${formatNumber(more)}` : ''}`
}

export const fixes: Translation<typeof english> = {
  title: 'Zuerst beheben',
  lead: 'Upgrades, die offene Schwachstellen schließen, dringendste zuerst, nach dem letzten Scan jedes Branches',
  asOfToday: 'Stand heute: Upgrades für die letzten Scans, nicht für die des gewählten Zeitraums',
  list: 'Upgrades',
  all: (count) => (count === 1 ? 'Das Upgrade' : `Alle ${upgradeCount(count)}`),
  failed: 'Die Upgrades konnten nicht geladen werden.',
  failedUses: 'Die Projekte konnten nicht geladen werden.',
  forbidden: { title: 'Keine Berechtigung, Upgrades zu sehen' },
  none: 'Keine Upgrades nötig',
  noneHint: 'Die letzten Scans haben keine offenen Schwachstellen.',
  noneSnoozed: 'Nichts ist zurückgestellt',
  noMatch: 'Keine Upgrades entsprechen den Filtern',
  overview: (closes, upgrades) =>
    `${upgradeCount(upgrades)} ${upgrades === 1 ? 'schließt' : 'schließen'} ${findingCount(closes)}`,
  closesInAll: (findings, upgrades) =>
    `${upgrades === 1 ? 'schließt' : 'schließen'} ${findingCount(findings)}`,
  unfixable: (count) => `für ${findingCount(count)} gibt es noch kein Release mit Fix`,
  noFix: 'Noch kein Release mit Fix',
  steps: { patch: 'Patch', minor: 'Minor', major: 'Major' },
  unconfirmed: 'Unbestätigt',
  unconfirmedHint:
    'Unbestätigt: Die Releases dieses Pakets sind unbekannt, die Version stammt aus einem Advisory.',
  fromVersions: (versions) => `von ${firstOf(versions)}`,
  noneConfirmed: 'Die Releases sind noch nicht bekannt. Diese Versionen stammen aus den Advisories.',
  sort: 'Sortieren nach',
  orders: { urgent: 'Dringlichkeit', priority: 'Priorität', closes: 'Geschlossene Befunde' },
  priority: (decision) => `Priorität: ${decision}`,
  priorityHint: 'Die höchste Priorität nach SSVC der Befunde, die es schließt',
  closesIn: (findings, where) => `${findingCount(findings)} in ${where}`,
  counts: germanSeverityWords,
  shared: (count) =>
    `${findingCount(count)} ${count === 1 ? 'braucht' : 'brauchen'} zusätzlich ein weiteres Upgrade dieses Pakets`,
  exploited: (count) => `${formatNumber(count)} bekanntermaßen ausgenutzt`,
  likely: (count) => `${formatNumber(count)} wahrscheinlich ausgenutzt`,
  epss: (probability) => `Höchste Ausnutzungswahrscheinlichkeit (EPSS): ${Math.round(probability * 100)} %`,
  where: (projects, branches) =>
    branches > projects
      ? `${projectsWithIn(projects)}, ${plural(branches, 'Branch', 'Branches')}`
      : projectsWithIn(projects),
  direct: 'Direkt',
  through: (names) => `Über ${names.join(', ')}`,
  transitive: 'Transitiv',
  notSeen: (count, branches) =>
    count >= branches
      ? 'In den Quellen nicht gesehen'
      : `In den Quellen von ${plural(count, 'Branch', 'Branches')} nicht gesehen`,
  notSeenHint:
    'Die Quellen dieser Branches wurden durchsucht, und keine importiert das Paket. Es steht deshalb weiter hinten.',
  noCommand: 'Für dieses Upgrade gibt es keinen einzelnen Befehl.',
  malware: 'Schadsoftware',
  removeMalware:
    'Entfernen. Rechner, die es installiert haben, gelten als kompromittiert: ihre Geheimnisse austauschen.',
  replaceMalware: (version: string) =>
    `Auf ${version} wechseln. Rechner, die es installiert haben, gelten als kompromittiert: ihre Geheimnisse austauschen.`,
  edit: (file: string, entry?: string) =>
    entry === undefined ? `${file} bearbeiten` : `${file} bearbeiten: ${entry}`,
  broughtBy: (name) => `Kommt mit ${name}.`,
  blocked: (name: string) => `Noch ist kein Release von ${name} bekannt, das es zulässt.`,
  bringsIn: (name: string) => `${name} bringt es mit: ebenfalls entfernen oder ersetzen.`,
  unsupported: (runtime: string) => `Kein Release für ${runtime} behebt es.`,
  bundled: (name: string) =>
    `Das Archiv von ${name} enthält es: Nur ein anderes Release von ${name} ersetzt es.`,
  uses: 'Projekte',
  assignee: 'Zuständig',
  nobody: 'Niemand',
  assigned: (name) => `Zuständig: ${name}`,
  snooze: 'Zurückstellen',
  snoozeFor: { week: 'Für eine Woche', month: 'Für 30 Tage', quarter: 'Für 90 Tage' },
  snoozedUntil: 'Zurückgestellt bis',
  endSnooze: 'Nicht mehr zurückstellen',
  snoozedUpgrade: 'Upgrade zurückgestellt',
  endedSnooze: 'Zurückstellung beendet',
  savedAssignee: 'Zuständigkeit geändert',
  show: 'Anzeigen',
  views: { open: 'Offen', snoozed: 'Zurückgestellt' },
  severity: 'Schweregrad',
  anySeverity: 'Alle',
  project: 'Nach Projekt filtern',
  projectHint: 'Name oder URL des Projekts',
  toggle: (name) => `Details zu ${name}`,
}
