import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { reportViews as english } from '../report-views.ts'

const findingCount = (count: number) => plural(count, 'Befund', 'Befunde')
const upgradeCount = (count: number) => plural(count, 'Upgrade', 'Upgrades')
const vulnerabilityCount = (count: number) => plural(count, 'Schwachstelle', 'Schwachstellen')

export const reportViews: Translation<typeof english> = {
  list: {
    export: 'Exportieren',
    csv: 'Diese Liste (CSV)',
    pdf: 'Diese Liste (Druck oder PDF) …',
    columns: {
      status: 'Status',
      summary: 'Zusammenfassung',
      purl: 'Package-URL',
      licenseSource: 'Quelle der Lizenz',
      licenseProblems: 'Lizenzprobleme',
      notes: 'Hinweise',
    },
    open: 'offen',
  },
  upgrades: {
    view: 'Ansicht',
    views: { upgrades: 'Nach Upgrade', list: 'Liste' },
    excluded: 'Ausgeschlossen',
    toggle: (title, count) => `${title}, ${findingCount(count)}`,
    count: findingCount,
    expandAll: 'Alle aufklappen',
    collapseAll: 'Alle zuklappen',
    shown: upgradeCount,
  },
  inventory: {
    heading: 'Gescannte Dateien',
    components: 'Komponenten',
    none: 'Keine Komponenten',
    noneHint: 'Das Inventar dieses Scans ist leer.',
    componentColumns: {
      name: 'Komponente',
      ecosystem: 'Ökosystem',
      license: 'Lizenz',
      scope: 'Scope',
      findings: 'Schwachstellen',
      required: 'Abhängigkeit',
    },
    findingsOf: (count, name) => `${vulnerabilityCount(count)} von ${name}`,
    only: 'Anzeigen',
    shows: { all: 'Alle', direct: 'Direkt', vulnerable: 'Verwundbar' },
    documents: 'Hochgeladene Dateien',
    noDocuments: 'Die hochgeladenen Dateien dieses Scans sind nicht mehr gespeichert.',
    downloadDocument: (path) => `${path} herunterladen`,
    read: 'Gelesene Dateien',
    issues: 'Probleme beim Lesen',
    noIssues: 'Keine Probleme beim Lesen.',
    columns: { document: 'Datei', size: 'Größe', action: 'Aktionen' },
    issueColumns: { message: 'Problem', where: 'Stelle' },
    export: 'Exportieren',
    exportHint: 'Komponenten dieses Scans mit Lizenzen, Dateien und Abhängigkeiten.',
    failed: 'Die hochgeladenen Dateien konnten nicht geladen werden.',
  },
  print: {
    print: 'Drucken',
    back: 'Zurück zum Bericht',
    details: 'Mit Details',
    onlyList: (shown, all) => `${formatNumber(shown)} von ${all}, gefiltert und sortiert wie im Bericht`,
    summary: 'Zusammenfassung',
    open: (count) => plural(count, 'offene Schwachstelle', 'offene Schwachstellen'),
    excluded: (count) => `${formatNumber(count)} ausgeschlossen`,
    plan: (upgrades, closed, unfixable) =>
      [
        ...(upgrades > 0
          ? [`${upgradeCount(upgrades)} ${upgrades === 1 ? 'schließt' : 'schließen'} ${formatNumber(closed)}`]
          : []),
        ...(unfixable > 0 ? [`für ${formatNumber(unfixable)} noch kein Release mit Fix`] : []),
      ].join(', '),
    licenseSources: ({ declared, registry, override, none }) =>
      [
        `${plural(declared, 'Komponente', 'Komponenten')} aus den gescannten Dateien`,
        ...(registry > 0 ? [`${formatNumber(registry)} aus Paket-Registrys`] : []),
        ...(override > 0 ? [`${formatNumber(override)} durch das Konto ersetzt`] : []),
        ...(none > 0 ? [`${formatNumber(none)} ohne Lizenz`] : []),
      ].join(', '),
    facts: {
      security: 'Sicherheit',
      stability: 'Stabilität',
      licensing: 'Lizenzen',
      advisories: 'Advisory-Daten',
    },
    current: 'Zum Zeitpunkt des Scans aktuell',
    installedAndFix: 'Installiert → behebt dies',
    problem: 'Problem',
    version: 'Version',
    findings: vulnerabilityCount,
    outdated: (count) => plural(count, 'veraltete Komponente', 'veraltete Komponenten'),
    licenses: (count) => plural(count, 'Komponente mit Lizenzproblem', 'Komponenten mit Lizenzproblem'),
    made: (date) => `Gedruckt ${date}`,
  },
}
