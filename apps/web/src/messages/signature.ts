/** Whether a document is signed, by whom, and why that is not verified. */
export const signature = {
  states: {
    verified: (names: string) => `Signed by ${names}`,
    unverified: 'Signature not verified',
    changed: 'Changed since it was signed',
    unsigned: 'Not signed',
  },
  signer: ({ issuer, root, at }: { issuer: string; root: string; at: string }) =>
    `Identity of ${issuer}, verified with ${root}, signed ${at}`,
  problems: {
    'part-unsigned': 'Not all of it is signed.',
    'key-unknown': 'No trusted key made the signature.',
    'no-root': 'It was signed without a key of its own (Sigstore), and no Sigstore root is trusted.',
    'bundle-invalid': 'The bundle is incomplete, or of an unknown version.',
    'time-missing': 'No log or timestamp authority of a trusted root tells when it was signed.',
    'certificate-untrusted': 'The certificate was not issued by an authority of a trusted root.',
    'certificate-expired': 'The certificate was not valid when the document was signed.',
    'certificate-not-logged': 'The certificate is in no certificate log of a trusted root.',
    'not-logged': 'It is not proven to be in a transparency log of a trusted root.',
    'log-entry-other': 'The entry of the transparency log is about something else.',
    'content-changed': 'The signature is of other content.',
    'identity-unknown': 'Who signed it is not trusted.',
  },
  untrusted: ({ subject, issuer, root }: { subject: string; issuer: string; root: string }) =>
    `It is signed by ${subject} (${issuer}), whom ${root} does not list as trusted.`,
}
