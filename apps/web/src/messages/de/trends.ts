import { formatChange, formatNumber } from '../../language/format.ts'
import { plural } from '../../language/plural.ts'
import type { Translation } from '../../language/translation.ts'
import type { trends as english } from '../trends.ts'

const days = (count: number) => plural(count, 'Tag', 'Tage')
const daysLong = (count: number) => plural(count, 'Tag', 'Tagen')

export const trends: Translation<typeof english> = {
  title: 'Offene Schwachstellen',
  asOf: (date) => `Am Ende des ${date}, in allen ausgewählten Branches`,
  failed: 'Der Verlauf konnte nicht geladen werden.',
  severities: {
    CRITICAL: 'Kritisch',
    HIGH: 'Hoch',
    MEDIUM: 'Mittel',
    LOW: 'Niedrig',
    NA: 'Ohne Bewertung',
    NONE: 'Keine',
    SUGGEST: 'Vorschlag',
  },
  change: (count) => (count === 0 ? 'Unverändert' : `${formatChange(count)} im Zeitraum`),
  score: 'Mittlerer Score',
  scoreChange: (points) => (points === 0 ? 'Unverändert' : `${formatChange(points)} im Zeitraum`),
  noScore: 'Keine Scans im Zeitraum',
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
    none: 'Im Zeitraum nichts Neues und nichts behoben.',
    known: 'Neu (Abhängigkeiten)',
    learned: 'Neu (Advisories, andere)',
  },
  causes: {
    title: 'Woran es liegt',
    opened: (count) => `${formatNumber(count)} neu`,
    closed: (count) => `${formatNumber(count)} geschlossen`,
    nothing: 'Nichts hat sich geändert.',
    firstScan: 'durch erste Scans gefunden',
    dependency: 'durch neue oder geänderte Abhängigkeiten',
    advisory: 'durch neue oder geänderte Advisories',
    exclusionLifted: 'nicht mehr ausgeschlossen',
    coverageRestored: 'in wieder gelesenen Dateien',
    upgraded: 'durch Upgrades behoben',
    removed: 'durch Entfernen behoben',
    withdrawn: 'Advisory zurückgezogen oder berichtigt',
    excluded: 'ausgeschlossen, nicht behoben',
    coverageLost: 'nicht mehr gescannt',
  },
  columns: {
    firstScan: 'Erster Scan',
    dependency: 'Abhängigkeiten',
    advisory: 'Advisories',
    exclusionLifted: 'Nicht mehr ausgeschlossen',
    coverageRestored: 'Wieder gelesen',
    upgraded: 'Aktualisiert',
    removed: 'Entfernt',
    withdrawn: 'Zurückgezogen',
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
    by: (count, severity, targetDays) => `${formatNumber(count)} ${severity}, älter als ${days(targetDays)}`,
    none: 'Alle offenen Schwachstellen liegen innerhalb ihrer Ziele',
    noTargets: 'Keine Behebungsziele gesetzt',
    set: 'Ziele setzen',
    show: 'Überfällige anzeigen',
  },
  age: {
    title: 'Medianes Alter der offenen',
    value: days,
    older: (count, fromDays) => `${formatNumber(count)} seit ${daysLong(fromDays)} oder länger offen`,
    none: 'Nichts ist offen',
    noneOlder: (fromDays) => `Keine seit ${daysLong(fromDays)} oder länger`,
  },
}
