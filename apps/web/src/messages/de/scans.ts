import type { Translation } from '../../language/translation.ts'
import type { scanChart as englishChart, scanFixes as englishFixes, scans as english } from '../scans.ts'

export const scanChart: Translation<typeof englishChart> = {
  title: (name) => `Scans von ${name}`,
  score: 'Security-Score',
  vulnerabilities: 'Schwachstellen',
  axes: { score: 'Security-Score', count: 'Anzahl Schwachstellen', date: 'Scandatum' },
  scannedOn: (date) => `Gescannt am ${date}`,
  fixed: (count) => `${count} ${count === 1 ? 'Schwachstelle' : 'Schwachstellen'} behoben`,
  noMitigation: 'nichts behoben',
  scored: (score, risk) => `${score} (${risk})`,
}

export const scans: Translation<typeof english> = {
  title: 'Scans des Projekts',
  columns: {
    delta: 'Änderung',
    score: 'Score',
    vulnerabilities: 'Schwachstellen',
    vulnerabilitiesNarrow: 'Befunde',
    mitigations: 'Behebungen',
    mitigationsNarrow: 'Fixes',
    date: 'Scandatum',
  },
  deltas: { increase: 'gestiegen um', decrease: 'gesunken um', unchanged: 'unverändert' },
  openReport: (date) => `Bericht vom ${date} öffnen`,
  failed: 'Die Scans konnten nicht geladen werden.',
}

export const scanFixes: Translation<typeof englishFixes> = {
  breadcrumb: 'Pfad',
  title: (date) => `Scan - ${date}`,
  columns: { id: 'Schwachstelle', severity: 'Schweregrad', days: 'Tage bis zum Fix', by: 'Behoben durch' },
  none: 'nichts behoben',
  unknown: 'unbekannt',
}
