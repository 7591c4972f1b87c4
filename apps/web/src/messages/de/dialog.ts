import type { Translation } from '../../language/translation.ts'
import type { dialog as english } from '../dialog.ts'

export const dialog: Translation<typeof english> = {
  close: 'Dialog schließen',
}
