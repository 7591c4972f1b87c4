import type { Translation } from '../../language/translation.ts'
import type { trustedKeys as english } from '../trusted-keys.ts'

export const trustedKeys: Translation<typeof english> = {
  add: 'Schlüssel vertrauen',
  none: 'Keine vertrauten Schlüssel oder Wurzeln. Signaturen von Dokumenten werden nicht geprüft.',
  columns: {
    name: 'Name',
    kind: 'Art',
    fingerprint: 'Identität',
    since: 'Hinzugefügt',
  },
  name: 'Name',
  nameHint: 'Wer damit signiert, zum Beispiel der Lieferant oder der Build',
  pem: 'Öffentlicher Schlüssel oder Zertifikat',
  pemHint: 'PEM: Ed25519, ECDSA oder RSA. Nie einen privaten Schlüssel einfügen.',
  save: 'Vertrauen',
  added: 'Schlüssel hinzugefügt. Damit signierte Dokumente, auch frühere, gelten als signiert.',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  confirm: (name) => `${name} entfernen?`,
  confirmText: 'Damit signierte Dokumente gelten nicht länger als signiert.',
  removed: 'Schlüssel entfernt.',
  addRoot: 'Sigstore-Wurzel vertrauen',
  rootKind: 'Sigstore-Wurzel',
  rootNameHint: 'Zum Beispiel Sigstore oder der Name der eigenen Installation',
  identities: 'Vertraute Unterzeichner',
  identitiesHint:
    'Einer je Zeile: URL des Ausstellers, ein Leerzeichen und wer signiert, mit * für beliebige Zeichen, etwa https://token.actions.githubusercontent.com https://github.com/org/*',
  identitiesInvalid:
    'Jede Zeile braucht die URL eines Ausstellers und wer signiert. * allein genügt nicht: Signieren kann jeder.',
  root: 'Wurzel',
  rootHint:
    'Der Inhalt von trusted_root.json. Nichts wird abgerufen: Ersetzen Sie ihn, wenn Sigstore seine Schlüssel gewechselt hat.',
  rootKept: 'Leer lassen, um die gespeicherte zu behalten.',
  choose: 'Datei auswählen',
  authorities: (urls) => `Zertifikate von ${urls}`,
  rootSaved:
    'Wurzel gespeichert. Von ihren Unterzeichnern signierte Dokumente, auch frühere, gelten als signiert.',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  confirmRootText: 'Von ihren Unterzeichnern signierte Dokumente gelten nicht länger als signiert.',
  rootRemoved: 'Wurzel entfernt.',
}
