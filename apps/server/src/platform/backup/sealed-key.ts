import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto'
import { z } from 'zod'

// The key of secrets in a backup, encrypted with a passphrase: whoever has the backup alone cannot read the secrets.

/** Memory 128 × cost × blockSize bytes: 64 MiB. */
const parameters = { cost: 2 ** 16, blockSize: 8, parallelization: 1 }
const maxmem = 256 * 1024 * 1024
const tagBytes = 16

export interface Keys {
  current: string
  /** The key before it, if something may still be encrypted with that. */
  earlier?: string | undefined
}

const Plain = z.object({ current: z.string().min(1), earlier: z.string().optional() })

const Sealed = z.object({
  format: z.literal('assay-key-1'),
  salt: z.string(),
  nonce: z.string(),
  tag: z.string(),
  text: z.string(),
})

export function sealKeys(keys: Keys, passphrase: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const sealing = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
  const text = Buffer.concat([sealing.update(JSON.stringify(keys), 'utf8'), sealing.final()])
  const base64 = { salt, nonce, tag: sealing.getAuthTag(), text }
  const entries = Object.entries(base64).map(([name, bytes]) => [name, bytes.toString('base64')])
  return JSON.stringify({ format: 'assay-key-1', ...Object.fromEntries(entries) })
}

/** null if the passphrase is wrong. */
export function openKeys(sealed: string, passphrase: string): Keys | null {
  const { salt, nonce, tag, text } = Sealed.parse(JSON.parse(sealed))
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  try {
    const opening = createDecipheriv('aes-256-gcm', keyOf(passphrase, bytes(salt)), bytes(nonce), {
      authTagLength: tagBytes,
    }).setAuthTag(bytes(tag))
    const plain = opening.update(bytes(text), undefined, 'utf8') + opening.final('utf8')
    return Plain.parse(JSON.parse(plain))
  } catch {
    return null
  }
}

/** Tells keys apart without revealing anything of them. */
export const fingerprintOf = (key: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'assay backup fingerprint', 16)).toString('hex')

const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, { ...parameters, maxmem })
