import { randomBytes, randomInt } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { slowHash } from '#auth/passwords/passwords.ts'
import type { Subject } from './challenge.ts'
import { purposeOf } from './factors.ts'
import { findSalt, consumeRecoveryCode } from './recovery-code-store.ts'

type Vault = AppContext['vault']

const saltBytes = 16
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'

/** Ten codes of 50 bits, without easily confused characters. */
export async function generateRecoveryCodes(vault: Vault, memberUuid: string) {
  const codes = Array.from({ length: 10 }, () => {
    const text = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })
  const salt = randomBytes(saltBytes)
  const hashes = await Promise.all(
    codes.map(async (code) => (await hashesOf(vault, { memberUuid, salt, code }))[0]!),
  )
  return { codes, salt, hashes }
}

/** Returns whether it is one of the member's codes, and consumes it. */
export async function checkRecoveryCode(
  { db, vault }: Pick<AppContext, 'db' | 'vault'>,
  { scope, memberUuid }: Subject,
  code: string,
): Promise<boolean> {
  const salt = await findSalt(db, scope, memberUuid)
  if (!salt) return false
  for (const hash of await hashesOf(vault, { memberUuid, salt, code }))
    if (await consumeRecoveryCode(db, scope, { memberUuid, hash })) return true
  return false
}

/** A slow salted hash, because codes are short, keyed with the vault's key; then with its earlier one. */
async function hashesOf(
  vault: Vault,
  { memberUuid, salt, code }: { memberUuid: string; salt: Uint8Array; code: string },
): Promise<Uint8Array[]> {
  const slow = await slowHash(code.replaceAll(/[\s-]/g, '').toLowerCase(), salt)
  return vault.hmacs(Buffer.from(slow).toString('base64'), purposeOf('scratch-codes', memberUuid))
}
