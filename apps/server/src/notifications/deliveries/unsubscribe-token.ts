import { z } from 'zod'
import { isSameHash } from '#platform/secrets/secret.ts'
import type { Vault } from '#platform/secrets/vault.ts'

/** What is unsubscribed: a recipient of a channel, or the owner of a rule. */
const Subscription = z.tuple([z.enum(['channel', 'rule']), z.uuid(), z.uuid(), z.string().max(320)])

export interface Subscription {
  of: 'channel' | 'rule'
  accountUuid: string
  uuid: string
  email: string
}

const purpose = 'unsubscribe'

/** Never expires and requires no login, because mail programs call it. */
export function unsubscribeToken(vault: Vault, { of, accountUuid, uuid, email }: Subscription): string {
  const body = Buffer.from(JSON.stringify([of, accountUuid, uuid, email])).toString('base64url')
  return `${body}.${Buffer.from(vault.hmac(body, purpose)).toString('base64url')}`
}

/** null if the token was not issued by this installation. */
export function readUnsubscribeToken(vault: Vault, token: string): Subscription | null {
  const [body = '', signature = ''] = token.split('.')
  const actual = Buffer.from(signature, 'base64url')
  if (!vault.hmacs(body, purpose).some((expected) => isSameHash(actual, expected))) return null
  const [of, accountUuid, uuid, email] = Subscription.parse(
    JSON.parse(Buffer.from(body, 'base64url').toString()),
  )
  return { of, accountUuid, uuid, email }
}
