import type { Translation } from '../../language/translation.ts'
import type { overrides as english } from '../overrides.ts'

export const overrides: Translation<typeof english> = {
  kinds: {
    license: {
      title: 'Lizenzen',
      lead: 'Betroffene Projekte werden erneut gescannt.',
      add: 'Neue Lizenzangabe',
      none: 'Keine eigenen Lizenzangaben.',
      content: 'Lizenz',
      contentHint: 'SPDX-Ausdruck, zum Beispiel MIT OR Apache-2.0, oder eine LicenseRef',
      added: 'Lizenzangabe gespeichert. Betroffene Projekte werden erneut gescannt.',
      removeOf: (name) => `Lizenzangabe für ${name} entfernen`,
      removed: (name) => `Lizenzangabe für ${name} entfernt. Betroffene Projekte werden erneut gescannt.`,
    },
    copyright: {
      title: 'Copyrights',
      lead: 'Werden von der API für das Paket geliefert.',
      add: 'Neue Copyright-Angabe',
      none: 'Keine eigenen Copyright-Angaben.',
      content: 'Copyright',
      contentHint: 'Zum Beispiel: Copyright 2014 The Authors',
      added: 'Copyright-Angabe gespeichert.',
      removeOf: (name) => `Copyright-Angabe für ${name} entfernen`,
      removed: (name) => `Copyright-Angabe für ${name} entfernt.`,
    },
  },
  columns: { name: 'Paket', version: 'Version', by: 'Angelegt von', since: 'Angelegt' },
  ecosystem: 'Ökosystem',
  name: 'Name',
  version: 'Version',
  versionHint: 'Leer lassen für alle Versionen ohne eigene Angabe.',
  anyVersion: 'Alle',
  save: 'Speichern',
  remove: 'Entfernen',
}
