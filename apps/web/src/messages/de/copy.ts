import type { Translation } from '../../language/translation.ts'
import type { copy as english } from '../copy.ts'

export const copy: Translation<typeof english> = {
  action: 'Kopieren',
  done: 'Kopiert',
  failed: 'Kopieren fehlgeschlagen. Bitte den Text markieren und manuell kopieren.',
}
