import type { Translation } from '../../language/translation.ts'
import type { trustedKeys as english } from '../trusted-keys.ts'

export const trustedKeys: Translation<typeof english> = {
  add: 'Schlüssel vertrauen',
  none: 'Keine vertrauten Schlüssel. Signaturen von Dokumenten werden nicht geprüft.',
  columns: { name: 'Name', kind: 'Art', fingerprint: 'SHA-256-Fingerabdruck', since: 'Hinzugefügt' },
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
}
