/** Settings: keys that documents are signed with. */
export const trustedKeys = {
  add: 'Trust a key',
  none: 'No trusted keys. Signatures of documents are not verified.',
  columns: { name: 'Name', kind: 'Kind', fingerprint: 'SHA-256 fingerprint', since: 'Added' },
  name: 'Name',
  nameHint: 'Who signs with it, for example the supplier or the build',
  pem: 'Public key or certificate',
  pemHint: 'PEM: Ed25519, ECDSA or RSA. Never paste a private key.',
  save: 'Trust',
  added: 'Key added. Documents that it signed, also earlier ones, are shown as signed.',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  confirm: (name: string) => `Remove ${name}?`,
  confirmText: 'Documents signed with this key are no longer shown as signed.',
  removed: 'Key removed.',
}
