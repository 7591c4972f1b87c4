import { plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { versions as english } from '../versions.ts'

export const versions: Translation<typeof english> = {
  list: 'Versionen',
  failed: 'Die Versionen konnten nicht geladen werden.',
  none: 'Noch keine Versionen veröffentlicht',
  noneHint:
    'Eine Version behält den Scan, mit dem sie veröffentlicht wurde: Inventar und Schwachstellen bleiben, wie sie waren.',
  publish: 'Version veröffentlichen',
  publishHint: (branch) => `Vom letzten Scan von ${branch}.`,
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  remove: 'Zurückziehen',
  removeOf: (name) => `${name} zurückziehen?`,
  removeText: 'Die Version wird nicht mehr aufgeführt. Ihr Scan bleibt.',
  save: 'Speichern',
  notAllowed: 'Ihre Rolle erlaubt das nicht.',
  columns: {
    name: 'Version',
    branch: 'Branch',
    tag: 'Tag',
    released: 'Veröffentlicht',
    supported: 'Unterstützt bis',
    findings: 'Schwachstellen',
    actions: 'Aktionen',
  },
  ended: 'Beendet',
  open: 'Kein Ende festgelegt',
  findings: (count) => plural(count, 'Schwachstelle', 'Schwachstellen'),
  form: {
    name: 'Version',
    tag: 'Tag',
    tagHint: 'Im Repository.',
    releasedAt: 'Veröffentlicht am',
    supportedUntil: 'Unterstützt bis',
    supportedUntilHint: 'Leer lassen, wenn kein Ende feststeht.',
    invalidDay: 'Ein Datum wie 2026-01-31',
  },
}
