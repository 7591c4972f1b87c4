import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { score as english } from '../score.ts'

const points = (penalty: number) => plural(penalty, 'Punkt', 'Punkte')
const byPoints = (penalty: number, score: number) =>
  penalty > 100
    ? `100 − ${points(penalty)}, mindestens 0 = ${score}`
    : `100 − ${points(penalty)} = ${score}, gerundet`

export const score: Translation<typeof english> = {
  title: (score) => `Warum ${score}`,
  why: (score) => `Warum ${score}?`,
  sum: {
    cvss: byPoints,
    severity: byPoints,
    graded: (penalty, score) => `100 − 10 × log₂(1 + ${formatNumber(penalty)} ÷ 10) = ${score}, gerundet`,
  },
  percentile: (percent) =>
    percent === 0
      ? 'Kein anderes Projekt hat einen niedrigeren Score.'
      : `Ein höherer Score als ${formatNumber(percent)} % der anderen Projekte.`,
  above: (percent) => (percent === 0 ? 'niedrigster' : `über ${formatNumber(percent)} %`),
  decidedSince: (score) =>
    `Über Befunde dieses Scans wurde seither entschieden, daher ergeben diese Teile nicht ${score}. Der nächste Scan zählt sie.`,
  unknown: 'Die Formel dieses Scans ist unbekannt',
  nothing: 'Kein Befund zieht Punkte ab',
  nothingHint: 'Befunde, die ausgeschlossen oder nicht betroffen sind, ziehen nichts ab.',
  parts: 'Teile',
  changes: 'Was ihn ändern würde',
  columns: {
    severity: 'Schweregrad',
    findings: 'Befunde',
    each: 'Punkte je Befund',
    points: 'Punkte',
    package: 'Paket',
    without: 'Score ohne das Paket',
    upgrade: 'Aktualisieren auf',
  },
  byCvss: '5 × CVSS',
  noUpgrade: 'Kein bekanntes Release',
  showAll: (count) => `Alle ${formatNumber(count)} Pakete anzeigen`,
  others:
    'Stabilität verliert einen Punkt für jede Komponente mit neuerem Patch-Release, Lizenzen für jede ohne Lizenz; ihre Tabs führen sie auf.',
}
