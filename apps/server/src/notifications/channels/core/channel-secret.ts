import { z } from 'zod'
import type { Vault } from '#platform/secrets/vault.ts'

/** The secret address and keys of a channel. Encrypted at rest, never returned or logged. */
const ChannelSecret = z.object({
  address: z.string(),
  /** For a Slack app, with the id of its channel. */
  token: z.string().optional(),
  room: z.string().optional(),
  /** For webhooks, newest first; those with an expiry (epoch ms) also sign until then. */
  keys: z.array(z.object({ key: z.string(), until: z.number().nullable() })),
})
export type ChannelSecret = z.infer<typeof ChannelSecret>

export const channelPurpose = (uuid: string) => `notification channel ${uuid}`

export const sealSecret = (vault: Vault, uuid: string, secret: ChannelSecret): Uint8Array =>
  vault.seal(JSON.stringify(secret), channelPurpose(uuid))

/** Throws Problem if it was encrypted with another key. */
export const openSecret = (vault: Vault, uuid: string, sealed: Uint8Array): ChannelSecret =>
  ChannelSecret.parse(JSON.parse(vault.open(sealed, channelPurpose(uuid))))

/** The keys currently used for signing. */
export const activeKeys = ({ keys }: ChannelSecret, now: number): string[] =>
  keys.filter(({ until }) => until === null || until > now).map(({ key }) => key)

/** The host shown instead of the secret address; null without an address. */
export const hostOf = (address: string | undefined): string | null =>
  address === undefined ? null : new URL(address).host
