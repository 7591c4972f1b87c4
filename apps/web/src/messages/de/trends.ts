import { formatChange, formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { trends as english } from '../trends.ts'

const days = (count: number) => plural(count, 'Tag', 'Tage')
const daysLong = (count: number) => plural(count, 'Tag', 'Tagen')

export const trends: Translation<typeof english> = {
  title: 'Offene Schwachstellen',
  asOf: (date) => `Am Ende des ${date}, in allen ausgewählten Branches`,
  comparable: (change, projects) =>
    `${change === 0 ? 'Unverändert' : `${formatNumber(Math.abs(change))} ${change < 0 ? 'weniger' : 'mehr'}`} in ${projects === 1 ? 'dem Projekt, das' : `den ${formatNumber(projects)} Projekten, die`} schon vor diesem Zeitraum gescannt ${projects === 1 ? 'wurde' : 'wurden'}`,
  failed: 'Der Verlauf konnte nicht geladen werden.',
  change: (count) => (count === 0 ? 'Unverändert' : `${formatChange(count)} im Zeitraum`),
  score: 'Mittlerer Score',
  scoreChange: (points) => (points === 0 ? 'Unverändert' : `${formatChange(points)} im Zeitraum`),
  noScore: 'Keine Scans im Zeitraum',
  notMeasured: 'Mittlerer Score: nicht gemessen',
  measuredRows: (measured, rows) =>
    `von ${formatNumber(measured)} von ${formatNumber(rows)} Branches: Die übrigen wurden nicht gemessen`,
  chart: {
    title: 'Offene Schwachstellen im Zeitverlauf',
    date: 'Datum',
    total: 'Gesamt',
    tooFewDates: 'Noch nicht genügend Daten.',
    none: 'Keine offenen Schwachstellen im Zeitraum.',
  },
  weeks: {
    title: 'Neu und behoben je Woche',
    week: 'Woche',
    of: (from, to) => (from === to ? from : `${from} – ${to}`),
    opened: 'Neu',
    fixed: 'Behoben',
    otherwise: 'Ohne Fix geschlossen',
    none: 'Im Zeitraum ist nichts neu und nichts behoben.',
    first: 'Neu (erste Scans)',
    known: 'Neu (geänderte Abhängigkeiten)',
    learned: 'Neu (Advisories, andere)',
  },
  libyears: {
    title: 'Libyears',
    value: (years) => formatNumber(Math.round(years * 10) / 10),
    behind: 'hinter den neuesten stabilen Releases',
    unknown: (count) => `unbekannt für ${plural(count, 'Komponente', 'Komponenten')}`,
    none: 'Keine Releases bekannt',
  },
  causes: {
    title: 'Gründe der Änderung',
    opened: (count) => `${formatNumber(count)} neu`,
    closed: (count) => `${formatNumber(count)} geschlossen`,
    nothing: 'Nichts hat sich geändert.',
    firstScan: 'durch erste Scans gefunden',
    dependency: 'durch neue oder geänderte Abhängigkeiten',
    advisory: 'durch neue oder geänderte Advisories',
    exclusionLifted: 'nicht mehr ausgeschlossen',
    coverageRestored: 'in wieder gescannten Dateien',
    upgraded: 'durch Upgrades behoben',
    removed: 'durch Entfernen behoben',
    withdrawn: 'Advisory zurückgezogen',
    advisoryChanged: 'Advisory zusammengeführt, entfernt oder berichtigt',
    excluded: 'ausgeschlossen, nicht behoben',
    coverageLost: 'nicht mehr gescannt',
  },
  columns: {
    firstScan: 'Erster Scan',
    dependency: 'Abhängigkeiten',
    advisory: 'Advisories',
    exclusionLifted: 'Nicht mehr ausgeschlossen',
    coverageRestored: 'Wieder gescannt',
    upgraded: 'Aktualisiert',
    removed: 'Entfernt',
    withdrawn: 'Zurückgezogen',
    advisoryChanged: 'Advisory geändert',
    excluded: 'Ausgeschlossen',
    coverageLost: 'Nicht gescannt',
  },
  daysToFix: {
    title: 'Median bis zum Fix',
    value: days,
    before: (count) => `${days(count)} im Zeitraum davor`,
    none: 'Im Zeitraum nichts behoben',
  },
  overdue: {
    title: 'Überfällig',
    today: 'Heute überfällig',
    by: (count, severity, targetDays) => `${formatNumber(count)} ${severity}, über ${days(targetDays)}`,
    none: 'Alle offenen Schwachstellen liegen innerhalb ihrer Ziele',
    noTargets: 'Keine Behebungsziele gesetzt',
    set: 'Ziele setzen',
  },
  age: {
    title: 'Medianes Alter',
    today: 'Medianes Alter heute',
    value: days,
    older: (count, fromDays) => `${formatNumber(count)} seit ${daysLong(fromDays)} oder länger offen`,
    none: 'Keine offenen Schwachstellen',
    noneOlder: (fromDays) => `Keine seit ${daysLong(fromDays)} oder länger`,
  },
}
