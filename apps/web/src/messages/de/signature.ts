import type { Translation } from '../../language/translation.ts'
import type { signature as english } from '../signature.ts'

export const signature: Translation<typeof english> = {
  states: {
    verified: (names) => `Signiert von ${names}`,
    unverified: 'Signatur nicht bestätigt',
    changed: 'Seit der Signatur verändert',
    unsigned: 'Nicht signiert',
  },
  signer: ({ issuer, root, at }) => `Identität von ${issuer}, geprüft mit ${root}, signiert ${at}`,
  problems: {
    'part-unsigned': 'Nicht alles ist signiert.',
    'key-unknown': 'Die Signatur stammt von keinem vertrauten Schlüssel.',
    'no-root': 'Ohne eigenen Schlüssel signiert (Sigstore), und keiner Sigstore-Wurzel wird vertraut.',
    'bundle-invalid': 'Das Bundle ist unvollständig oder von unbekannter Version.',
    'time-missing': 'Kein Log und kein Zeitstempeldienst einer vertrauten Wurzel sagt, wann signiert wurde.',
    'certificate-untrusted':
      'Das Zertifikat stammt von keiner Zertifizierungsstelle einer vertrauten Wurzel.',
    'certificate-expired': 'Das Zertifikat war zur Zeit der Signatur nicht gültig.',
    'certificate-not-logged': 'Das Zertifikat steht in keinem Zertifikat-Log einer vertrauten Wurzel.',
    'not-logged': 'Es ist nicht belegt, dass sie in einem Transparenz-Log einer vertrauten Wurzel steht.',
    'log-entry-other': 'Der Eintrag des Transparenz-Logs betrifft etwas anderes.',
    'content-changed': 'Die Signatur gehört zu anderem Inhalt.',
    'identity-unknown': 'Wer signiert hat, ist nicht vertraut.',
  },
  untrusted: ({ subject, issuer, root }) =>
    `Signiert von ${subject} (${issuer}); ${root} führt diese Identität nicht als vertraut.`,
}
