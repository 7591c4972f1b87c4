import { Configuration } from '@assay/contract/accounts.ts'
import type { AccountRow } from './store.ts'

/** Until the account sets its own. */
export const defaultMinimumScores = { security: 90, stability: 80, licensing: 95 }

export function configurationOf(account: AccountRow): Configuration {
  const own = account.minimum_scores as Partial<typeof defaultMinimumScores> | null
  return Configuration.parse({
    minimumScores: { ...defaultMinimumScores, ...own, source: own ? 'account' : 'default' },
    securityScoring: account.security_scoring,
    requiresMfa: account.requires_mfa,
  })
}
