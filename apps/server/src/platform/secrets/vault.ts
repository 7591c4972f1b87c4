import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import { platformText } from '#platform/texts/platform-texts.ts'
import { Problem } from '#platform/http/problem.ts'

// docs/decisions/009-key-of-secrets.md

/** Encrypts secrets stored in the database. */
export interface Vault {
  /** The purpose is authenticated, such as 'app <member>', and required for decryption. */
  seal(text: string, purpose: string): Uint8Array
  /** Throws Problem if it was encrypted with another key or for another purpose. */
  open(sealed: Uint8Array, purpose: string): string
  /** A keyed hash (HMAC), for codes too short for plain hashes. */
  hmac(text: string, purpose: string): Uint8Array
  /** The hash by the current key and by the earlier one, to recognize what was hashed before the key was replaced. */
  hmacs(text: string, purpose: string): Uint8Array[]
  /** Whether the key was replaced, and the earlier one is still known. */
  hasEarlierKey: boolean
  /** The same encrypted with the current key. */
  reseal(sealed: Uint8Array, purpose: string): Uint8Array | 'current' | 'unreadable'
}

const fileName = 'secret.key'
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

type VaultSettings = Pick<Config, 'secretKey' | 'dataFolder'> & Partial<Pick<Config, 'earlierSecretKey'>>

/** Uses the operator's key, or one generated once in the data folder; and the key before it, while it is known. */
export async function openVault({ secretKey, earlierSecretKey, dataFolder }: VaultSettings): Promise<Vault> {
  const path = join(dataFolder, fileName)
  const current = secretKey ?? (await storedKey(path))
  const earlier = earlierSecretKey ?? (await readKey(`${path}.old`))
  return vaultOf([current, ...(earlier === null || earlier === current ? [] : [earlier])].map(keysOf))
}

/** The keys for a backup; null if there is none yet. */
export async function readKeys({
  secretKey,
  earlierSecretKey,
  dataFolder,
}: VaultSettings): Promise<{ current: string; earlier: string | undefined } | null> {
  const path = join(dataFolder, fileName)
  const current = secretKey ?? (await readKey(path))
  const earlier = earlierSecretKey ?? (await readKey(`${path}.old`)) ?? undefined
  return current === null ? null : { current, earlier }
}

interface Keys {
  encryption: Buffer
  hash: Buffer
}

const keysOf = (master: string): Keys => ({
  encryption: derive(master, 'seal'),
  hash: derive(master, 'fingerprint'),
})

function vaultOf(all: readonly Keys[]): Vault {
  const [current] = all as [Keys, ...Keys[]]
  const seal = (text: string, purpose: string) => sealWith(current, text, purpose)
  const hmacWith = ({ hash }: Keys, text: string, purpose: string) =>
    createHmac('sha256', hash).update(`${purpose}\0${text}`).digest()
  /** The first key that decrypts it, and its text. */
  const find = (sealed: Uint8Array, purpose: string) => {
    for (const keys of all) {
      const text = openWith(keys, sealed, purpose)
      if (text !== null) return { keys, text }
    }
    return null
  }
  return {
    seal,
    open(sealed, purpose) {
      const found = find(sealed, purpose)
      if (!found) throw new Problem(500, 'secretKeyChanged', platformText('secretKeyChanged'))
      return found.text
    },
    hmac: (text, purpose) => hmacWith(current, text, purpose),
    hmacs: (text, purpose) => all.map((keys) => hmacWith(keys, text, purpose)),
    hasEarlierKey: all.length > 1,
    reseal(sealed, purpose) {
      const found = find(sealed, purpose)
      if (!found) return 'unreadable'
      return found.keys === current ? 'current' : seal(found.text, purpose)
    },
  }
}

function sealWith({ encryption }: Keys, text: string, purpose: string): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, encryption, nonce).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), body])
}

/** null if it was encrypted with another key or for another purpose. */
function openWith({ encryption }: Keys, sealed: Uint8Array, purpose: string): string | null {
  const bytes = Buffer.from(sealed)
  const nonce = bytes.subarray(0, nonceBytes)
  try {
    // Without an explicit length, Node accepts a 4-byte tag, which can be brute-forced.
    const opening = createDecipheriv(cipher, encryption, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return opening.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8')
  } catch {
    return null
  }
}

const derive = (master: string, use: string) =>
  Buffer.from(hkdfSync('sha256', master, '', `assay ${use}`, 32))

/** Hard-linked into place, so that concurrent starts use the same key. */
async function storedKey(path: string): Promise<string> {
  const existing = await readKey(path)
  if (existing !== null) {
    await closeFile(path)
    return existing
  }
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return (await readKey(path))!
}

/** Backups may restore other permissions. Files of other users are their responsibility. */
async function closeFile(path: string): Promise<void> {
  const { uid, mode } = await stat(path)
  const isOurs = process.getuid === undefined || process.getuid() === uid
  if (isOurs && (mode & 0o077) !== 0) await chmod(path, 0o600)
}

async function readKey(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
