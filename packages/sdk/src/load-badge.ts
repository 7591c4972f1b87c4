import type { Input } from '@assay/contract/endpoint.ts'
import type { badges } from '@assay/contract/badges.ts'
import type { Client } from './create-client.ts'

/** How long a badge may take. */
export const badgeTimeoutMs = 3_000

type BadgeClient = Pick<Client<{ badges: typeof badges }>, 'badges'>

/** A badge as SVG; null when none comes in time, for whatever reason: `messages.badgeNotAvailable` says so to people. */
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
