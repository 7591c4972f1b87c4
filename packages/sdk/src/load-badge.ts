import type { Input } from '@assay/contract/endpoint.ts'
import type { badges } from '@assay/contract/badges.ts'
import type { Client } from './create-client.ts'

/** Timeout of a badge. */
export const badgeTimeoutMs = 3_000

type BadgeClient = Pick<Client<{ badges: typeof badges }>, 'badges'>

/** A badge as SVG; null on any error or timeout, for which `messages.badgeNotAvailable` is the message. */
export async function loadBadge(
  api: BadgeClient,
  input: Input<typeof badges.svg>,
  timeoutMs = badgeTimeoutMs,
): Promise<string | null> {
  try {
    return await api.badges.svg(input, { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    return null
  }
}
