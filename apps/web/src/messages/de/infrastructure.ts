import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { infrastructure as english } from '../infrastructure.ts'

export const infrastructure: Translation<typeof english> = {
  heading: 'Infrastrukturbefunde',
  failed: 'Der Infrastrukturbericht konnte nicht geladen werden.',
  none: 'Noch kein Infrastruktur-Scan',
  noneHint:
    'SARIF-Ergebnisse von Checkov, Trivy, KICS, tfsec, Hadolint oder zizmor hochladen oder die Kommandozeile einen Scanner ausführen lassen:',
  noneCommand: 'assay scan --iac',
  clean: 'Keine Fehlkonfigurationen gefunden',
  cleanHint: (scanners) => `Keine Befunde von ${scanners}.`,
  summary: (open, scanners) => `${plural(open, 'offener Befund', 'offene Befunde')} · ${scanners}`,
  changes: (introduced, fixed) => `${introduced} neu, ${fixed} behoben`,
  apart: 'Zählt weder für Scores noch für die Anzahl der Schwachstellen.',
  issues: (count) =>
    `${plural(count, 'Ergebnis', 'Ergebnisse')} ${count === 1 ? 'konnte' : 'konnten'} nicht verwendet werden.`,
  columns: { severity: 'Schweregrad', rule: 'Regel', file: 'Datei', state: 'Status' },
  noFile: 'keine Datei',
  fixed: (days) =>
    days === null
      ? 'Behoben'
      : days === 0
        ? 'Innerhalb eines Tages behoben'
        : `Behoben nach ${plural(days, 'Tag', 'Tagen')}`,
  ended: {
    excluded: 'In diesem Scan ausgeschlossen',
    'coverage-lost': 'Nicht mehr abgedeckt: Die Datei wurde nicht gescannt',
    'advisory-changed': 'Advisory geändert',
    withdrawn: 'Zurückgezogen',
  },
  since: 'Offen seit',
  isNew: 'neu',
  exclusions: {
    policy: 'Ausgeschlossen: Die Regel ist ausgeschaltet',
    tags: 'Ausgeschlossen: Die Regel gilt nur für andere Tags',
    suppressed: (why) => `Im Quelltext unterdrückt: ${why}`,
  },
  only: 'Anzeigen',
  shows: { all: 'Alle', excluded: 'Ausgeschlossen' },
  policies: {
    title: 'Infrastrukturrichtlinien',
    none: 'Noch keine Regeln. Sie erscheinen mit den ersten Ergebnissen eines Scanners.',
    filter: 'Filter',
    filterHint: 'Regeln filtern',
    nothingMatches: 'Keine Ergebnisse entsprechen dem Filter.',
    shown: (count) => plural(count, 'Regel', 'Regeln'),
    columns: { rule: 'Regel', scanner: 'Scanner', severity: 'Schweregrad', tags: 'Projekte' },
    off: 'Aus',
    scannerSays: (severity) => `${severity} (vom Scanner)`,
    everywhere: 'Alle',
    ofTag: (tag) => `Tag ${tag}`,
    turn: { off: 'Ausschalten', on: 'Einschalten' },
    turnOf: {
      off: (name) => `${name} ausschalten`,
      on: (name) => `${name} einschalten`,
    },
    turned: {
      off: (name) => `${name} ausgeschaltet. Gilt ab dem nächsten Scan.`,
      on: (name) => `${name} eingeschaltet. Gilt ab dem nächsten Scan.`,
    },
    edit: 'Bearbeiten',
    editOf: (name) => `${name} bearbeiten`,
    severity: 'Schweregrad',
    tags: 'Projekt-Tags',
    tagsHint: 'Durch Kommas getrennt, zum Beispiel production, internal. Leer lassen für alle Projekte.',
    save: 'Speichern',
    more: (count) => `${formatNumber(count)} weitere anzeigen`,
  },
}
