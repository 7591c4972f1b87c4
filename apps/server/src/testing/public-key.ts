import { generateKeyPairSync } from 'node:crypto'

/** A key that signs nothing. */
export const publicKeyPem = generateKeyPairSync('ed25519')
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()
