import type { Translation } from '../../language/translation.ts'
import type { neverScanned as english } from '../never-scanned.ts'

export const neverScanned: Translation<typeof english> = {
  title: 'Noch nichts gescannt',
  hint: 'Ergebnisse erscheinen hier nach dem ersten Scan eines Projekts.',
  link: 'Erstes Projekt scannen',
}
