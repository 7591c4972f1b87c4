import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '#platform/secrets/vault.ts'

const purpose = 'image hook'

/** What the address of an account's webhook ends with: whoever knows it can ask for checks, and nothing else. */
export const hookSecret = (vault: Vault, accountUuid: string): string =>
  `${accountUuid}.${encode(vault.hmac(accountUuid, purpose))}`

/** The account of a secret; null if it is none of this server. */
export function accountOfHook(vault: Vault, secret: string): string | null {
  const [, accountUuid = '', given = ''] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(secret) ?? []
  const isKnown = vault
    .hmacs(accountUuid, purpose)
    .some((each) => given !== '' && timingSafeEqual(Buffer.from(encode(each)), Buffer.from(given)))
  return isKnown ? accountUuid : null
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
