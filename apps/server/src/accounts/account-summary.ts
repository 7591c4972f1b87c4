import type { AccountSummary } from '@assay/contract/credentials.ts'
import type { Caller } from '../auth/scope.ts'
import type { AccountRow } from './store.ts'

/** The account as the wire shows it to a caller. */
export const accountSummary = (account: AccountRow, caller: Caller): AccountSummary => ({
  uuid: account.uuid,
  name: account.name,
  email: account.email,
  // Only visitors without a login belong to the placeholder: docs/decisions/004-default-account.md.
  default: false,
  bundle: { name: account.plan },
  features: account.features,
  plan: account.plan,
  admin: caller.role === 'Administrator',
})
