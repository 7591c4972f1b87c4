import { formatNumber } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { posture as english } from '../posture.ts'

export const posture: Translation<typeof english> = {
  title: 'Stand',
  belowPolicy: (below, projects) =>
    `${formatNumber(below)} von ${formatNumber(projects)} ${projects === 1 ? 'Projekt' : 'Projekten'} ${below === 1 ? 'erfüllt' : 'erfüllen'} die Vorgaben nicht`,
  knownExploited: (count) => `${formatNumber(count)} bekanntermaßen ausgenutzt`,
  exploitedUnknown: 'ausgenutzt: nicht bekannt',
  overdue: (count) => `${formatNumber(count)} überfällig`,
  change: (change, days) =>
    change === 0
      ? `so viele offen wie vor ${days} Tagen in denselben Projekten`
      : `${formatNumber(Math.abs(change))} ${change < 0 ? 'weniger' : 'mehr'} offen als vor ${days} Tagen in denselben Projekten`,
}
