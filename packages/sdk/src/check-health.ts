import { messages } from '@assay/contract/problem.ts'
import type { site, SiteService } from '@assay/contract/site.ts'
import type { Client } from './create-client.ts'

export type ServiceHealth = { status: 'ok' | 'off' } | { status: 'failing'; reason: string }

/** Health of a server component. Unknown reasons and an unreachable server have a fallback message. */
export async function checkHealth(
  api: Pick<Client<{ site: typeof site }>, 'site'>,
  service: SiteService,
): Promise<ServiceHealth> {
  try {
    const found = await api.site.health({ params: { service } })
    if (found.status !== 'failing') return { status: found.status }
    return { status: 'failing', reason: found.reason || messages.noReasonForFailure }
  } catch {
    return { status: 'failing', reason: messages.noReasonForFailure }
  }
}
