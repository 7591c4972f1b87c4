import { z } from 'zod'
import type { Vault } from '#platform/secrets/vault.ts'

/** What a channel posts with. Encrypted at rest; no answer and no log holds it. */
const ChannelSecret = z.object({
  address: z.string(),
  /** Of webhooks, the newest first; those with an end sign beside it until then, in epoch ms. */
  keys: z.array(z.object({ key: z.string(), until: z.number().nullable() })),
})
export type ChannelSecret = z.infer<typeof ChannelSecret>

const purposeOf = (uuid: string) => `notification channel ${uuid}`

export const sealSecret = (vault: Vault, uuid: string, secret: ChannelSecret): Uint8Array =>
  vault.seal(JSON.stringify(secret), purposeOf(uuid))

/** Throws Problem when it was sealed by another key. */
export const openSecret = (vault: Vault, uuid: string, sealed: Uint8Array): ChannelSecret =>
  ChannelSecret.parse(JSON.parse(vault.open(sealed, purposeOf(uuid))))

/** The keys that sign now. */
export const keysInForce = ({ keys }: ChannelSecret, now: number): string[] =>
  keys.filter(({ until }) => until === null || until > now).map(({ key }) => key)

/** Shown to people in place of the address; null without one. */
export const hostOf = (address: string | undefined): string | null =>
  address === undefined ? null : new URL(address).host
