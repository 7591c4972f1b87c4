import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { overdue as english } from '../overdue.ts'

const days = (count: number) => plural(count, 'Tag', 'Tage')
const findings = (count: number) => `${formatNumber(count)} überfällig`

export const overdue: Translation<typeof english> = {
  title: 'Überfällig',
  lead: 'Offene Schwachstellen nach ihrem Fälligkeitsdatum, am längsten überfällige zuerst',
  list: 'Überfällige Schwachstellen',
  failed: 'Die überfälligen Schwachstellen konnten nicht geladen werden.',
  forbidden: { title: 'Keine Berechtigung, Schwachstellen zu sehen' },
  targets: 'Behebungsziele',
  target: (severity, count) => `${severity} ${days(count)}`,
  noTargets: 'Keine Behebungsziele gesetzt',
  noTargetsHint:
    'Ein Behebungsziel ist die Anzahl der Tage, innerhalb derer Schwachstellen eines Schweregrads, oder bekannt ausgenutzte, behoben sein sollen.',
  exploited: 'Bekannt ausgenutzt',
  setTargets: 'Behebungsziele setzen',
  changeTargets: 'Ändern',
  none: 'Nichts ist überfällig',
  noneHint: 'Keine offene Schwachstelle ist über ihr Fälligkeitsdatum hinaus.',
  noMatch: 'Keine überfälligen Schwachstellen entsprechen den Filtern',
  project: 'Projekt',
  projectHint: 'Name oder URL des Projekts',
  severity: 'Schweregrad',
  anySeverity: 'Beliebig',
  count: findings,
  columns: {
    id: 'Schwachstelle',
    severity: 'Schweregrad',
    package: 'Paket',
    project: 'Projekt',
    due: 'Fällig',
    overdue: 'Überfällig um',
    fix: 'Behoben in',
  },
  by: days,
  noFix: 'Kein Fix',
}
