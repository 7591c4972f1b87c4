import type { Translation } from '../../language/translation.ts'
import type { severityNames as english } from '../severity.ts'

export const severityNames: Translation<typeof english> = {
  CRITICAL: 'Kritisch',
  HIGH: 'Hoch',
  MEDIUM: 'Mittel',
  LOW: 'Niedrig',
  NA: 'Ohne Bewertung',
  NONE: 'Keine',
  SUGGEST: 'Vorschlag',
}
