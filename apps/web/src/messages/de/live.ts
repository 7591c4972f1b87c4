import type { Translation } from '../../language/translation.ts'
import type { live as english } from '../live.ts'

export const live: Translation<typeof english> = {
  arrived: 'Neue Scans sind verfügbar.',
  show: (count, isMore) =>
    `${count}${isMore ? '+' : ''} ${count === 1 && !isMore ? 'neuer Scan' : 'neue Scans'} · Anzeigen`,
  dismiss: 'Schließen',
}
